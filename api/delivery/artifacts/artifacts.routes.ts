import { Type } from "@sinclair/typebox";
import { defineOperation, type Operation, reply } from "../../http/operation.ts";
import { PageQuery, pageFrom, pageView } from "../../http/pagination.ts";
import {
  ArtifactListView,
  ArtifactView,
  DeliverableLinkView,
  DeliverableListView,
  DeliverableView,
} from "./artifacts.model.ts";
import type { Artifacts } from "./artifacts.service.ts";

const ProjectParams = Type.Object({ project_id: Type.String() });
const ArtifactParams = Type.Object({ project_id: Type.String(), artifact_id: Type.String() });
const DeliverableParams = Type.Object({ project_id: Type.String(), deliverable_id: Type.String() });

const fileExample = { filename: "Flood map.pdf", mime_type: "application/pdf" };
const artifactExample = {
  artifact_id: "art_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  ...fileExample,
  doc_type: "flood_map",
  created_at: "2026-11-21T09:00:00.000Z",
};
const { artifact_id: deliverable_id, ...made } = artifactExample;
const deliverableExample = {
  deliverable_id,
  ...made,
  size_bytes: 183_204,
  sha256: "9b1f0c6d2a7e4b5f8c3d1e0a6b9f2c4d7e8a5b3c1d0f9e2a4b6c8d7e5f3a1b0c",
  run_id: null,
};
const linkExample = "http://localhost:3000/v1/downloads/x2vJqk0ZJtZ4rYc8mVnqQ1o5b7dT3gW9hUeLsPfA6iE";
/** The first shape of the report surface; the second says the same and more. */
const retirement = { since: "2026-11-01T00:00:00Z", sunset: "2027-11-01T00:00:00Z" } as const;
const pageExample = { limit: 20, offset: 0, next_cursor: null };

/** Declares the operations on files the service made, in both shapes of the report surface. */
export function artifactsOperations({ artifacts }: { readonly artifacts: Artifacts }): readonly Operation[] {
  return [
    listArtifactsOperation(artifacts),
    getArtifactOperation(artifacts),
    listDeliverablesOperation(artifacts),
    getDeliverableOperation(artifacts),
    createDeliverableLinkOperation(artifacts),
  ];
}

function listArtifactsOperation(artifacts: Artifacts): Operation {
  return defineOperation({
    operationId: "listArtifacts",
    method: "GET",
    path: "/v1/projects/{project_id}/artifacts",
    summary: "List the files made for a project, newest first",
    description: "The list contains no links; mint one with the single artifact.",
    tag: "Files",
    auth: "api_key",
    scope: "artifact:read",
    limit: { perMinute: 60 },
    idempotent: false,
    cost: "free",
    deprecated: { ...retirement, successor: "/v1/projects/{project_id}/deliverables" },
    params: ProjectParams,
    query: PageQuery,
    responses: {
      200: {
        schema: ArtifactListView,
        description: "One page of files, without links",
        example: { artifacts: [artifactExample], ...pageExample },
      },
    },
    problems: ["not_found"],
    handler: async ({ principal, params, query }) => {
      const page = pageFrom(query);
      const { items, lastId } = await artifacts.list(principal, params.project_id, page);
      return reply(200, { artifacts: items, ...pageView(page, lastId) });
    },
  });
}

function getArtifactOperation(artifacts: Artifacts): Operation {
  return defineOperation({
    operationId: "getArtifact",
    method: "GET",
    path: "/v1/projects/{project_id}/artifacts/{artifact_id}",
    summary: "Mint a fresh one-time link to a file",
    description: "Each call mints a new link, which works once within 15 minutes.",
    tag: "Files",
    auth: "api_key",
    scope: "artifact:read",
    limit: { perMinute: 30 },
    idempotent: false,
    cost: "free",
    hasEffects: true,
    deprecated: { ...retirement, successor: "/v1/projects/{project_id}/deliverables/{artifact_id}/links" },
    params: ArtifactParams,
    responses: {
      200: {
        schema: ArtifactView,
        description: "The file, with a link that works once",
        example: { artifact_id: artifactExample.artifact_id, ...fileExample, download_url: linkExample },
      },
    },
    problems: ["not_found"],
    handler: async ({ principal, params }) =>
      reply(200, await artifacts.get(principal, params.project_id, params.artifact_id)),
  });
}

function listDeliverablesOperation(artifacts: Artifacts): Operation {
  return defineOperation({
    operationId: "listDeliverables",
    method: "GET",
    path: "/v1/projects/{project_id}/deliverables",
    summary: "List a project's ready files, newest first",
    description: "The list contains no links; mint one with the link operation.",
    tag: "Files",
    auth: "api_key",
    scope: "artifact:read",
    limit: { perMinute: 60 },
    idempotent: false,
    cost: "free",
    params: ProjectParams,
    query: PageQuery,
    responses: {
      200: {
        schema: DeliverableListView,
        description: "One page of files",
        example: { data: [deliverableExample], ...pageExample },
      },
    },
    problems: ["not_found"],
    handler: async ({ principal, params, query }) => {
      const page = pageFrom(query);
      const { items, lastId } = await artifacts.listDeliverables(principal, params.project_id, page);
      return reply(200, { data: items, ...pageView(page, lastId) });
    },
  });
}

function getDeliverableOperation(artifacts: Artifacts): Operation {
  return defineOperation({
    operationId: "getDeliverable",
    method: "GET",
    path: "/v1/projects/{project_id}/deliverables/{deliverable_id}",
    summary: "Read the metadata of a file",
    description: "Returns name, type, size and SHA-256.",
    tag: "Files",
    auth: "api_key",
    scope: "artifact:read",
    limit: { perMinute: 60 },
    idempotent: false,
    cost: "free",
    params: DeliverableParams,
    responses: { 200: { schema: DeliverableView, description: "The file", example: deliverableExample } },
    problems: ["not_found"],
    handler: async ({ principal, params }) =>
      reply(200, await artifacts.getDeliverable(principal, params.project_id, params.deliverable_id)),
  });
}

function createDeliverableLinkOperation(artifacts: Artifacts): Operation {
  return defineOperation({
    operationId: "createDeliverableLink",
    method: "POST",
    path: "/v1/projects/{project_id}/deliverables/{deliverable_id}/links",
    summary: "Mint a fresh one-time link to a file",
    description: "The link works once within 15 minutes.",
    tag: "Files",
    auth: "api_key",
    scope: "artifact:read",
    limit: { perMinute: 30 },
    idempotent: false,
    cost: "free",
    params: DeliverableParams,
    body: Type.Object({}),
    example: { body: {} },
    responses: {
      200: {
        schema: DeliverableLinkView,
        description: "A link that works once, for 15 minutes",
        example: { url: linkExample, expires_at: "2026-11-21T09:15:00.000Z", single_use: true },
      },
    },
    problems: ["not_found"],
    handler: async ({ principal, params }) =>
      reply(200, await artifacts.link(principal, params.project_id, params.deliverable_id)),
  });
}
