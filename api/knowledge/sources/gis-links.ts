/** Hosts that serve maps and nothing that could be read as a document. */
const mapHosts = /(?:^|\.)(?:arcgis\.com|arcgisonline\.com|mapgeo\.io|axisgis\.com|qpublic\.net|schneidercorp\.com)$/;
/** Paths of map servers: ArcGIS REST services and viewers, GeoServer, MapServer. */
const mapPaths =
  /\/rest\/services(?:\/|$)|\/(?:map|feature|image|vectortile)server(?:\/\d+)?\/?$|\/(?:webappviewer|experiencebuilder|mapviewer|geoserver|mapserv|geocortex)(?:\/|$)/i;
/** Files of geographic data. */
const mapFiles = /\.(?:geojson|topojson|kml|kmz|shp|gpkg|gdb|mbtiles)$/i;
/** A request of the OGC protocols, by its parameters. */
const mapServices = new Set(["wms", "wfs", "wmts", "wcs"]);

/** Files of geographic data that are read as they are. */
const readableFiles = /\.(?:geojson|kml|kmz)$/i;
/** Formats of such files that open data portals name in a parameter. */
const readableFormats = new Set(["geojson", "kml", "kmz"]);

/** Tells whether an address leads to geographic data or a map viewer instead of a document. */
export function isGisLink(url: URL): boolean {
  return isMapServer(url) || mapFiles.test(url.pathname) || isMapFile(url);
}

/** Tells whether an address leads to one file of geographic data instead of a map service or a viewer. */
export function isMapFile(url: URL): boolean {
  if (isMapServer(url)) return false;
  const values = [...url.searchParams.values()];
  return readableFiles.test(url.pathname) || values.some((value) => readableFormats.has(value.toLowerCase()));
}

function isMapServer(url: URL): boolean {
  if (mapHosts.test(url.hostname.toLowerCase()) || mapPaths.test(url.pathname)) return true;
  return [...url.searchParams].some(
    ([name, value]) => name.toLowerCase() === "service" && mapServices.has(value.toLowerCase()),
  );
}
