import * as z from 'zod/mini';
import {createDocument, type ZodOpenApiObject, type ZodOpenApiOperationObject} from 'zod-openapi';
import * as account from '../../contract/account.ts';
import * as batches from '../../contract/batch.ts';
import {type ErrorCode, errorCodes, errorEnvelope} from '../../contract/error.ts';
import {healthz, readyz} from '../../contract/operations.ts';
import * as projects from '../../contract/project.ts';
import * as results from '../../contract/result.ts';
import {basePath, type Route, successStatus} from '../../contract/route.ts';
import {routes} from '../../contract/routes/index.ts';
import * as runs from '../../contract/run.ts';
import * as tests from '../../contract/test.ts';

/** Schemas that get a name in the document; all others are written where they are used. */
const named = {
	Error: errorEnvelope,
	Me: account.me,
	ApiKey: account.apiKey,
	Project: projects.project,
	Test: tests.test,
	TestCode: tests.testCode,
	TestStep: results.testStep,
	LatestResult: results.latestResult,
	Run: runs.run,
	RunTicket: runs.runTicket,
	RunHistoryItem: runs.runHistoryItem,
	BlockedBy: runs.blockedBy,
	Batch: batches.batch,
	BatchSummary: batches.batchSummary,
	BatchMember: batches.batchMember,
};

/** The OpenAPI 3.1 document of the API, built from the schemas that also validate requests and serialise answers. */
export function openApiDocument(version: string) {
	const paths: NonNullable<ZodOpenApiObject['paths']> = {};
	for (const route of Object.values(routes) as Route[]) {
		const path = basePath + route.path;
		paths[path] = {...paths[path], [route.method.toLowerCase()]: operation(route)};
	}
	for (const [path, item] of Object.entries(operations)) paths[path] = item;
	return createDocument({
		openapi: '3.1.0',
		info: {
			title: 'svc',
			version,
			description: 'Projects, tests, runs and batches of the svc service.',
			license: {name: 'MIT', identifier: 'MIT'},
		},
		servers: [{url: '/'}],
		security: [{apiKey: []}],
		paths,
		components: {
			schemas: named,
			securitySchemes: {
				apiKey: {type: 'apiKey', in: 'header', name: 'x-api-key', description: 'A key made by `svc setup`.'},
				ownerToken: {
					type: 'apiKey',
					in: 'header',
					name: 'x-svc-owner-token',
					description: 'ownerToken of service.json in the data directory; from loopback only.',
				},
			},
		},
	});
}

function operation(route: Route): ZodOpenApiOperationObject {
	const pathNames = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
	return {
		operationId: route.name,
		summary: route.summary,
		...(scopeText(route) === null ? {} : {description: scopeText(route) ?? ''}),
		security: [route.scope === 'owner' ? {ownerToken: []} : {apiKey: []}],
		requestParams: {
			...(pathNames.length > 0 ? {path: z.object(Object.fromEntries(pathNames.map(name => [name, z.string()])))} : {}),
			...(route.query ? {query: route.query as unknown as z.ZodMiniObject} : {}),
			header: z.object(headersOf(route)),
		},
		...(route.body
			? {requestBody: {required: route.bodyOptional !== true, content: {'application/json': {schema: route.body}}}}
			: {}),
		responses: {
			[String(successStatus(route))]: {
				description: 'Success',
				headers: answerHeaders,
				content: {'application/json': {schema: route.response}},
			},
			...errorResponses(route),
		},
	};
}

const scopeText = ({scope}: Route) => (scope === 'any' || scope === 'owner' ? null : `Needs the scope \`${scope}\`.`);

const idempotencyKey = z
	.string()
	.check(
		z.regex(/^[\x20-\x7e]{1,256}$/),
		z.meta({description: 'Repeating a request with the same key has one effect.'}),
	);

function headersOf(route: Route): Record<string, z.ZodMiniType> {
	const requestId = z.optional(z.string().check(z.meta({description: 'Logged beside the id the service gives.'})));
	return {
		'x-request-id': requestId,
		...(route.keyPrefix ? {'idempotency-key': z.optional(idempotencyKey)} : {}),
		...(route.name === 'putTestCode'
			? {'if-match': z.string().check(z.meta({description: 'The version to replace, or *.'}))}
			: {}),
	};
}

const answerHeaders = {
	'x-request-id': {description: 'Id of the request in the log of the service.', schema: {type: 'string' as const}},
	'cache-control': {description: 'Always `no-store`.', schema: {type: 'string' as const}},
};

/** Errors every route can answer. */
const common: ErrorCode[] = [
	'AUTH_REQUIRED',
	'AUTH_INVALID',
	'AUTH_FORBIDDEN',
	'VALIDATION_ERROR',
	'PAYLOAD_TOO_LARGE',
	'RATE_LIMITED',
	'CLIENT_TOO_OLD',
	'INTERNAL',
	'UNAVAILABLE',
];

function errorResponses(route: Route) {
	const codes: ErrorCode[] = [
		...common,
		...(route.path.includes('{') || route.query ? (['NOT_FOUND'] as const) : []),
		...(route.keyPrefix ? (['IDEMPOTENCY_BODY_MISMATCH', 'CONFLICT', 'NOT_FOUND'] as const) : []),
		...(route.errors ?? []),
	];
	const byStatus = new Map<string, Set<ErrorCode>>();
	for (const code of codes) {
		const status = String(errorCodes[code].status ?? 500);
		byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
	}
	return Object.fromEntries(
		[...byStatus].map(([status, names]) => [
			status,
			{description: [...names].join(', '), content: {'application/json': {schema: errorEnvelope}}},
		]),
	);
}

const json = (schema: z.ZodMiniType) => ({content: {'application/json': {schema}}});

const operations: NonNullable<ZodOpenApiObject['paths']> = {
	'/healthz': {
		get: {
			operationId: 'healthz',
			summary: 'The process serves requests',
			security: [],
			responses: {'200': {description: 'Alive', ...json(healthz)}},
		},
	},
	'/readyz': {
		get: {
			operationId: 'readyz',
			summary: 'What the service depends on, and whether it is ready',
			security: [],
			responses: {
				'200': {description: 'Ready', ...json(readyz)},
				'503': {description: 'A required check fails', ...json(readyz)},
			},
		},
	},
	'/metrics': {
		get: {
			operationId: 'metrics',
			summary: 'Prometheus metrics; from loopback, or with the metrics token',
			security: [],
			responses: {'200': {description: 'Text format 0.0.4', content: {'text/plain': {schema: {type: 'string'}}}}},
		},
	},
	[`${basePath}/assets/{assetId}`]: {
		get: {
			operationId: 'getAsset',
			summary: 'A part of a run behind a signed address, which answers give; it needs no key and lives 15 minutes',
			security: [],
			requestParams: {
				path: z.object({assetId: z.string()}),
				query: z.object({exp: z.string(), sig: z.string()}),
				header: z.object({range: z.optional(z.string())}),
			},
			responses: {
				'200': {description: 'The bytes, with their content type'},
				'206': {description: 'The bytes of the range'},
				'403': {description: 'AUTH_FORBIDDEN (url_expired)', ...json(errorEnvelope)},
				'404': {description: 'NOT_FOUND', ...json(errorEnvelope)},
			},
		},
	},
	'/openapi.json': {
		get: {
			operationId: 'openapi',
			summary: 'This document',
			security: [],
			responses: {'200': {description: 'OpenAPI 3.1', content: {'application/json': {schema: {type: 'object'}}}}},
		},
	},
};
