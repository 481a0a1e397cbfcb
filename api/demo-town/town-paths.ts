/** Where on the town's server each outside service answers; the keys are those of the service's own settings. */
export const townPaths = {
  parcelApi: "/parcels",
  countyGisIndex: "/county-index",
  geocoder: "/geocoder",
  nominatim: "/nominatim",
  boundaries: "/boundaries/arcgis/rest/services/TIGERweb",
  flood: "/flood/arcgis/rest/services/public/NFHL/MapServer",
  firmPrint: "/firm-print/arcgis/rest/services/NFHL_Print",
  wetlands: "/wetlands/arcgis/rest/services/Wetlands/MapServer",
  soils: "/soils/Tabular/post.rest",
  elevation: "/elevation/arcgis/rest/services/3DEPElevation/ImageServer",
  overpass: "/overpass/api/interpreter",
  environmental: "/environmental/echo",
  cleanupSites: "/cleanups/arcgis/rest/services/EMEF/efpoints/MapServer",
  superfundBoundaries: "/cleanups/arcgis/rest/services/FAC_Superfund_Site_Boundaries_EPA_Public/FeatureServer",
  imagery: "/imagery/arcgis/rest/services/Imagery/MapServer",
  arcgisPortal: "/portal",
  ordinanceIndex: "/library/api",
} as const;

/** The header of every answer of the town, which says that its data is synthetic. */
export const noticeHeader = "x-synthetic-data";
