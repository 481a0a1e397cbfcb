/** Hosts that serve maps and nothing that could be read as a document. */
const mapHosts = /(?:^|\.)(?:arcgis\.com|arcgisonline\.com|mapgeo\.io|axisgis\.com|qpublic\.net|schneidercorp\.com)$/;
/** Paths of map servers: ArcGIS REST services and viewers, GeoServer, MapServer. */
const mapPaths =
  /\/rest\/services(?:\/|$)|\/(?:map|feature|image|vectortile)server(?:\/\d+)?\/?$|\/(?:webappviewer|experiencebuilder|mapviewer|geoserver|mapserv|geocortex)(?:\/|$)/i;
/** Files of geographic data. */
const mapFiles = /\.(?:geojson|topojson|kml|kmz|shp|gpkg|gdb|mbtiles)$/i;
/** A request of the OGC protocols, by its parameters. */
const mapServices = new Set(["wms", "wfs", "wmts", "wcs"]);

/** Tells whether an address leads to geographic data or a map viewer instead of a document. */
export function isGisLink(url: URL): boolean {
  if (mapHosts.test(url.hostname.toLowerCase()) || mapPaths.test(url.pathname) || mapFiles.test(url.pathname)) {
    return true;
  }
  return [...url.searchParams].some(
    ([name, value]) => name.toLowerCase() === "service" && mapServices.has(value.toLowerCase()),
  );
}
