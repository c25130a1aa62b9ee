import {readFileSync} from 'node:fs';
import {parse} from 'yaml';
import {basePathOf} from '../../../service/discovery/document-endpoints.ts';
import {resolved, resolveReference} from '../../../service/discovery/inline-schema.ts';
import {familyOfPath} from '../../../service/domain/endpoint-path.ts';
import {isObject, type JsonObject} from '../../../service/inference/json-value.ts';
import type {PlanAnswer, PlanEndpoint, PlanLink, PlanParameter} from '../../../service/plans/model/plan-endpoint.ts';
import type {Lookup} from '../../../service/plans/model/schema.ts';
import {httpMethods} from '../../../contract/enums.ts';

export type PlanDocument = {endpoints: PlanEndpoint[]; lookup: Lookup};

/** An OpenAPI 3 document as the input of planning, with its `$ref`s left in place: they are followed when asked for. */
export function planDocument(root: JsonObject): PlanDocument {
	const at = (value: unknown) => (resolved(root as never, value) ?? {}) as JsonObject;
	const endpoints: PlanEndpoint[] = [];
	const operations = new Map<string, {method: PlanEndpoint['method']; path: string}>();
	for (const [path, one] of Object.entries(at(root['paths'])))
		for (const method of httpMethods) {
			const id = (at(one)[method.toLowerCase()] as JsonObject | undefined)?.['operationId'];
			if (typeof id === 'string') operations.set(id, {method, path});
		}
	for (const [path, one] of Object.entries(at(root['paths']))) {
		const item = at(one);
		for (const method of httpMethods) {
			const operation = item[method.toLowerCase()];
			if (!isObject(operation)) continue;
			const parameters = [...listOf(item['parameters']), ...listOf(operation['parameters'])].map(at);
			const content = at(at(operation['requestBody'])['content']);
			const [contentType, media] = jsonOf(content);
			const answers = Object.entries(at(operation['responses'])).map(([status, answer]): PlanAnswer => {
				const [type, body] = jsonOf(at(at(answer)['content']));
				return {
					status,
					contentType: type,
					schema: at(body)['schema'] ?? null,
					headers: Object.keys(at(at(answer)['headers'])).map(name => ({name})),
					observed: false,
				};
			});
			const links = Object.entries(at(operation['responses'])).flatMap(([status, answer]) =>
				Object.values(at(at(answer)['links'])).flatMap((link): PlanLink[] => {
					const target = operations.get(String(at(link)['operationId']));
					return target ? [{status, target, parameters: at(at(link)['parameters'])}] : [];
				}),
			);
			const security = operation['security'] ?? root['security'];
			endpoints.push({
				endpointId: `ep_${endpoints.length}`,
				method,
				path,
				basePath: basePathOf(root['servers']),
				before: [],
				family: familyOfPath(path),
				summary: (operation['summary'] as string | undefined) ?? null,
				description: (operation['description'] as string | undefined) ?? null,
				operationId: (operation['operationId'] as string | undefined) ?? null,
				tags: listOf(operation['tags']).map(String),
				deprecated: operation['deprecated'] === true,
				protocol: 'rest',
				confirmed: true,
				unconfirmedReason: null,
				parameters: parameters
					.filter(({in: where}) => where === 'path' || where === 'query' || where === 'header')
					.map(
						({in: where, name, required, schema, description, example}): PlanParameter => ({
							in: where as PlanParameter['in'],
							name: String(name),
							required: required === true,
							schema: schema ?? {},
							description: (description as string | undefined) ?? null,
							example,
						}),
					),
				body:
					contentType === null
						? null
						: {
								contentType,
								required: at(operation['requestBody'])['required'] === true,
								schema: at(media)['schema'] ?? {},
								sample:
									at(media)['example'] ??
									Object.values(at(at(media)['examples'])).map(one => at(one)['value'])[0] ??
									null,
							},
				answers,
				links,
				captures: [],
				secure: Array.isArray(security) ? security.some(one => isObject(one) && Object.keys(one).length > 0) : null,
				documentId: null,
			});
		}
	}
	return {endpoints, lookup: reference => resolveReference(root as never, reference)};
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function jsonOf(content: JsonObject): [string | null, unknown] {
	const types = Object.keys(content);
	const type = types.find(one => /^application\/(?:[\w.+-]+\+)?json\b/i.test(one)) ?? types[0] ?? null;
	return [type, type === null ? null : content[type]];
}

/** The same out of a JSON or YAML file. */
export const planFile = (file: string): PlanDocument => {
	const text = readFileSync(file, 'utf8');
	return planDocument((file.endsWith('.json') ? JSON.parse(text) : parse(text)) as JsonObject);
};
