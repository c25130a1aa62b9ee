import {isObject} from '../../inference/json-value.ts';
import {type RestForm, restForms} from '../../inference/verb-style/rest-form.ts';
import type {PlanBody, PlanEndpoint, PlanParameter} from './plan-endpoint.ts';
import {isScalar, type Schemas} from './schema.ts';

/**
 * Endpoints of an API in verb style in the form that they would have in REST: `POST /customer/remove {ids}` as `DELETE
 * /customer/{id}`. All others stay as they are.
 */
export function withRestForms(endpoints: readonly PlanEndpoint[], schemas: Schemas): readonly PlanEndpoint[] {
	const operations = endpoints.map(endpoint => ({
		endpoint,
		method: endpoint.method,
		path: endpoint.path,
		basePath: endpoint.basePath,
		requestShape: {query: endpoint.parameters.filter(one => one.in === 'query'), body: endpoint.body?.schema},
		responseShape: {body: endpoint.answers.find(({status}) => status.startsWith('2'))?.schema},
	}));
	const forms = restForms(operations);
	if (forms.size === 0) return endpoints;
	return operations.map(operation => {
		const form = forms.get(operation);
		return form ? inForm(operation.endpoint, form, schemas) : operation.endpoint;
	});
}

function inForm(endpoint: PlanEndpoint, form: RestForm, schemas: Schemas): PlanEndpoint {
	const {named, parameter} = form;
	const isNaming = (one: PlanParameter) => named !== null && one.in === named.in && one.name === named.name;
	const given = endpoint.parameters.find(isNaming);
	const rest = endpoint.parameters.filter(one => !isNaming(one));
	const body = named?.in === 'body' ? withoutField(endpoint.body, named.name, schemas) : endpoint.body;
	const schema = given?.schema ?? fieldOf(endpoint.body, named?.name, schemas);
	const own: PlanParameter[] =
		parameter === null
			? []
			: [
					{
						...(given ?? {}),
						in: 'path',
						name: parameter,
						required: true,
						schema: named?.isList ? (schemas.view(schema).items ?? {}) : schema,
					},
				];
	return {
		...endpoint,
		method: form.method,
		path: form.path,
		parameters: [...own, ...rest, ...(form.isAskedInBody ? askedIn(body, schemas) : [])],
		body: form.isAskedInBody ? null : body,
		spoken: {method: endpoint.method, path: endpoint.path, form},
	};
}

/** What a field of the body may hold; `{}`: nobody says. */
function fieldOf(body: PlanBody | null, name: string | undefined, schemas: Schemas): unknown {
	if (body === null || name === undefined) return {};
	return name === '' ? body.schema : (schemas.view(body.schema).properties.get(name) ?? {});
}

/** The body without the field that names the record; null: nothing else is in it. */
function withoutField(body: PlanBody | null, name: string, schemas: Schemas): PlanBody | null {
	if (body === null || name === '') return null;
	const {properties, required, closed} = schemas.view(body.schema);
	const others = [...properties].filter(([own]) => own !== name);
	if (others.length === 0) return null;
	const without = <Some extends Readonly<Record<string, unknown>>>(fields: Some): Some =>
		Object.fromEntries(Object.entries(fields).filter(([own]) => own !== name)) as Some;
	return {
		...body,
		schema: {
			type: 'object',
			properties: Object.fromEntries(others),
			required: [...required].filter(own => own !== name),
			...(closed ? {additionalProperties: false} : {}),
		},
		sample: isObject(body.sample) ? without(body.sample) : body.sample,
		only: body.only?.filter(own => own !== name),
		values: body.values && without(body.values),
	};
}

/** Fields of a body that a GET would have in its query: those that hold one value. */
function askedIn(body: PlanBody | null, schemas: Schemas): PlanParameter[] {
	const {properties, required} = schemas.view(body?.schema);
	return [...properties]
		.filter(([, schema]) => isScalar(schemas.view(schema)))
		.map(([name, schema]) => ({in: 'query', name, required: required.has(name), schema}));
}
