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

/** Declares the operations on files the service made, in both shapes of the report surface. */
export function artifactsOperations({ artifacts }: { readonly artifacts: Artifacts }): readonly Operation[] {
  return [...artifactShape(artifacts), ...deliverableShape(artifacts)];
}

function artifactShape(artifacts: Artifacts): Operation[] {
  return [
    defineOperation({
      operationId: "listArtifacts",
      method: "GET",
      path: "/v1/projects/{project_id}/artifacts",
      summary: "List the files made for a project, newest first",
      tag: "Files",
      auth: "api_key",
      scope: "artifact:read",
      limit: { perMinute: 60 },
      idempotent: false,
      cost: "free",
      params: ProjectParams,
      query: PageQuery,
      responses: { 200: { schema: ArtifactListView, description: "One page of files, without links" } },
      problems: ["not_found"],
      handler: async ({ principal, params, query }) => {
        const page = pageFrom(query);
        const { items, lastId } = await artifacts.list(principal, params.project_id, page);
        return reply(200, { artifacts: items, ...pageView(page, lastId) });
      },
    }),
    defineOperation({
      operationId: "getArtifact",
      method: "GET",
      path: "/v1/projects/{project_id}/artifacts/{artifact_id}",
      summary: "Mint a fresh one-time link to a file",
      tag: "Files",
      auth: "api_key",
      scope: "artifact:read",
      limit: { perMinute: 30 },
      idempotent: false,
      cost: "free",
      hasEffects: true,
      params: ArtifactParams,
      responses: { 200: { schema: ArtifactView, description: "The file, with a link that works once" } },
      problems: ["not_found"],
      handler: async ({ principal, params }) =>
        reply(200, await artifacts.get(principal, params.project_id, params.artifact_id)),
    }),
  ];
}

function deliverableShape(artifacts: Artifacts): Operation[] {
  return [
    defineOperation({
      operationId: "listDeliverables",
      method: "GET",
      path: "/v1/projects/{project_id}/deliverables",
      summary: "List a project's ready files, newest first",
      tag: "Files",
      auth: "api_key",
      scope: "artifact:read",
      limit: { perMinute: 60 },
      idempotent: false,
      cost: "free",
      params: ProjectParams,
      query: PageQuery,
      responses: { 200: { schema: DeliverableListView, description: "One page of files" } },
      problems: ["not_found"],
      handler: async ({ principal, params, query }) => {
        const page = pageFrom(query);
        const { items, lastId } = await artifacts.listDeliverables(principal, params.project_id, page);
        return reply(200, { data: items, ...pageView(page, lastId) });
      },
    }),
    defineOperation({
      operationId: "getDeliverable",
      method: "GET",
      path: "/v1/projects/{project_id}/deliverables/{deliverable_id}",
      summary: "Read what a file is; mints no link",
      tag: "Files",
      auth: "api_key",
      scope: "artifact:read",
      limit: { perMinute: 60 },
      idempotent: false,
      cost: "free",
      params: DeliverableParams,
      responses: { 200: { schema: DeliverableView, description: "The file" } },
      problems: ["not_found"],
      handler: async ({ principal, params }) =>
        reply(200, await artifacts.getDeliverable(principal, params.project_id, params.deliverable_id)),
    }),
    defineOperation({
      operationId: "createDeliverableLink",
      method: "POST",
      path: "/v1/projects/{project_id}/deliverables/{deliverable_id}/links",
      summary: "Mint a fresh one-time link to a file",
      tag: "Files",
      auth: "api_key",
      scope: "artifact:read",
      limit: { perMinute: 30 },
      idempotent: false,
      cost: "free",
      params: DeliverableParams,
      responses: { 201: { schema: DeliverableLinkView, description: "A link that works once, for 15 minutes" } },
      problems: ["not_found"],
      handler: async ({ principal, params }) =>
        reply(201, await artifacts.link(principal, params.project_id, params.deliverable_id)),
    }),
  ];
}
