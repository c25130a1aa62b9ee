import {createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject} from 'zod-openapi';
import type {Operation} from './operation.ts';
import {errorBody} from './shop-error.ts';

const refusalDescriptions: Record<number, string> = {
	400: 'The request is malformed; `error.field` names the place',
	401: 'No token, or one that is not accepted',
	404: 'The record in the path does not exist',
	409: 'The state of the shop forbids it',
	422: 'A record that the request refers to does not exist; `error.field` names the reference',
};

/** Every status an operation may refuse with, ascending: its own, 400 when it takes input, 401 when it needs a token. */
function refusalsOf({refusals = [], query, body, isPublic}: Operation): number[] {
	const general = [...(query || body ? [400] : []), ...(isPublic ? [] : [401])];
	return [...new Set([...general, ...refusals])].sort((left, right) => left - right);
}

function responsesOf(operation: Operation): ZodOpenApiOperationObject['responses'] {
	const {status, description, schema} = operation.success;
	const location = {
		Location: {description: 'Path of the new record', required: true, schema: {type: 'string' as const}},
	};
	return {
		[`${status}` as '200']: {
			description,
			...(status === 201 ? {headers: location} : {}),
			...(schema === undefined ? {} : {content: {'application/json': {schema}}}),
		},
		...Object.fromEntries(
			refusalsOf(operation).map(refusal => [
				refusal,
				{description: refusalDescriptions[refusal] ?? 'Refused', content: {'application/json': {schema: errorBody}}},
			]),
		),
	};
}

function describe(operation: Operation): ZodOpenApiOperationObject {
	const {operationId, summary, tag, params, query, body, isPublic} = operation;
	return {
		operationId,
		summary,
		tags: [tag],
		...(isPublic ? {security: []} : {}),
		...(params || query ? {requestParams: {...(params ? {path: params} : {}), ...(query ? {query} : {})}} : {}),
		...(body ? {requestBody: {required: true, content: {'application/json': {schema: body}}}} : {}),
		responses: responsesOf(operation),
	};
}

/** The OpenAPI 3.1 document of the shop, made from the same operations that answer. */
export function shopDocument(operations: readonly Operation[]) {
	const paths: ZodOpenApiPathsObject = {};
	for (const operation of operations) {
		const method = operation.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
		paths[operation.path] = {...paths[operation.path], [method]: describe(operation)};
	}
	return createDocument({
		openapi: '3.1.0',
		info: {
			title: 'Demo shop',
			version: '1.0.0',
			description: 'Users, products, carts and orders, kept in memory. POST /auth/login gives the bearer token.',
		},
		servers: [{url: '/'}],
		security: [{bearer: []}],
		components: {securitySchemes: {bearer: {type: 'http', scheme: 'bearer'}}},
		paths,
	});
}
