// Starts Scalar on the API reference page. It must contact this server only: no proxy, fonts, telemetry or assistant.
globalThis.Scalar.createApiReference("#reference", {
  url: "/v1/openapi.json",
  servers: [{ url: globalThis.location.origin, description: "This server" }],
  metaData: { title: "API reference · Groundwork" },
  layout: "modern",
  theme: "default",
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  persistAuth: false,
  documentDownloadType: "json",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  authentication: { preferredSecurityScheme: "apiKey" },
  operationTitleSource: "summary",
  customCss: `
    .light-mode, .dark-mode {
      --scalar-font: system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
      --scalar-font-code: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    }
    .light-mode { --scalar-color-accent: #1f6b4a; }
    .dark-mode { --scalar-color-accent: #6cc39b; }
  `,
});
