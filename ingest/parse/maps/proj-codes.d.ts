declare module "@esri/proj-codes" {
  const codes: {
    /** The coordinate system of a code of EPSG or Esri; undefined for a code that is not listed. */
    readonly lookup: (code: number) => { readonly name: string; readonly wkt: string } | undefined;
  };
  export = codes;
}
