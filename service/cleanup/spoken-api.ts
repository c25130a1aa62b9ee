import type {HttpMethod} from '../../contract/enums.ts';
import {isObject, scalarText} from '../inference/json-value.ts';
import {bestFit, fillTemplate, segmentsOf, templateOf} from '../inference/path-template.ts';
import {schemaSample} from '../inference/schema-sample.ts';
import {pathnameOf} from '../domain/endpoint-path.ts';
import type {ProjectId} from '../../contract/ids.ts';
import type {SweepFacts} from '../store/cleanup/read-sweep.ts';
import {type NamedIn, type RestForm, restForms} from '../inference/verb-style/rest-form.ts';
import {inForm, type KnownEndpoint, knownEndpoint} from './known-endpoint.ts';
import type {ObservedCall} from './observed-call.ts';

/** A request as the API wants it. */
export type SpokenRequest = {method: HttpMethod; path: string; url: string; body: string | null};

type SpokenEndpoint = {method: string; path: string; basePath: string; endpoint: KnownEndpoint; form: RestForm};

/**
 * An API whose paths say what is done, `POST /customer/remove {ids}`, in the form that it would have in REST: cleanup reads
 * its calls and endpoints as such, and what it sends is put back into the words of the API. An API in REST stays as it is.
 */
export class SpokenApi {
	/** Every endpoint, those with words in their form. */
	readonly endpoints: readonly KnownEndpoint[];
	/** As they are called. */
	readonly #called: readonly SpokenEndpoint[];
	/** By their form. */
	readonly #formed: readonly SpokenEndpoint[];
	readonly #base: readonly string[];

	/** @param base segments of the path of the target URL */
	constructor(endpoints: readonly KnownEndpoint[], base: readonly string[]) {
		const forms = restForms(endpoints);
		this.endpoints = forms.size === 0 ? endpoints : endpoints.map(one => inForm(one, forms.get(one)));
		const spoken = [...forms].map(([endpoint, form]) => ({endpoint, form, basePath: endpoint.basePath}));
		this.#called = spoken.map(one => ({...one, method: one.endpoint.method, path: one.endpoint.path}));
		this.#formed = spoken.map(one => ({...one, method: one.form.method, path: one.form.path}));
		this.#base = base;
	}

	/** A call in the form of its endpoint; one that names several records as one call for each. */
	asRest(call: ObservedCall): ObservedCall[] {
		if (this.#called.length === 0) return [call];
		const known = bestFit(
			this.#called.filter(({method}) => method === call.method),
			call.segments,
			this.#base,
		);
		if (!known) return [call];
		const {form} = known.endpoint;
		const {named, parameter} = form;
		const rest = {
			...call,
			method: form.method,
			...(form.method === 'POST' ? {saysThatItMakes: true} : {}),
			...(form.isAskedInBody ? {request: undefined, requestText: null, query: queryOf(call.request)} : {}),
		};
		const at = (values: ReadonlyMap<string, string>) =>
			segmentsOf(fillTemplate(templateOf(form.path), known.fit.prefix, values) ?? '');
		if (parameter === null || named === null) return [{...rest, segments: at(new Map())}];
		const names = namesIn(call, named, known.fit.values);
		if (names.length === 0) return [call];
		const bare = form.method === 'DELETE' ? {request: undefined, requestText: null} : {};
		const query = Object.fromEntries(Object.entries(rest.query).filter(([name]) => name !== named.name));
		return names.map(name => ({...rest, ...bare, query, segments: at(new Map([[parameter, name]]))}));
	}

	/** What is sent in the place of a request in REST; null: that itself. */
	sent(method: string, url: string): SpokenRequest | null {
		if (this.#formed.length === 0 || !URL.canParse(url)) return null;
		const {origin, pathname, searchParams} = new URL(url);
		const known = bestFit(
			this.#formed.filter(one => one.method === method),
			segmentsOf(pathname),
			this.#base,
		);
		if (!known) return null;
		const {endpoint, form} = known.endpoint;
		const {named} = form;
		const value = form.parameter === null ? undefined : known.fit.values.get(form.parameter);
		const values = new Map(value !== undefined && named?.in === 'path' ? [[named.name, value]] : []);
		const path = fillTemplate(templateOf(endpoint.path), known.fit.prefix, values);
		if (path === null) return null;
		const address = new URL(origin + path);
		if (!form.isAskedInBody) for (const [name, text] of searchParams) address.searchParams.append(name, text);
		if (value !== undefined && named?.in === 'query') address.searchParams.set(named.name, value);
		const asked = form.isAskedInBody ? [...searchParams] : [];
		return {
			method: endpoint.method as HttpMethod,
			path: endpoint.path,
			url: address.href,
			body: bodyOf(endpoint, form, asked, named?.in === 'body' ? value : undefined),
		};
	}
}

type ApiOf = (projectId: ProjectId) => SpokenApi;

const apisOf = new WeakMap<SweepFacts, ApiOf>();

/** The API of each project of a batch; the forms of its endpoints are worked out once for its facts. */
export function spokenApis(facts: SweepFacts): ApiOf {
	const known = apisOf.get(facts);
	if (known) return known;
	const made = new Map<ProjectId, SpokenApi>();
	const apiOf: ApiOf = projectId => {
		const api = made.get(projectId) ?? apiOfProject(facts, projectId);
		made.set(projectId, api);
		return api;
	};
	apisOf.set(facts, apiOf);
	return apiOf;
}

function apiOfProject({calls, endpoints}: SweepFacts, projectId: ProjectId): SpokenApi {
	const target = calls.find(one => one.project_id === projectId && one.target_url !== null)?.target_url ?? null;
	const own = endpoints.filter(({project_id}) => project_id === projectId).map(knownEndpoint);
	return new SpokenApi(own, segmentsOf((target && pathnameOf(target)) ?? ''));
}

/** The records that a call has named. */
function namesIn(call: ObservedCall, {in: where, name}: NamedIn, path: ReadonlyMap<string, string>): string[] {
	if (where === 'path') return [...(path.has(name) ? [path.get(name)!] : [])];
	if (where === 'query') return (call.query[name] ?? []).flatMap(text => text.split(','));
	const given = name === '' ? call.request : isObject(call.request) ? call.request[name] : undefined;
	return (Array.isArray(given) ? given : [given]).flatMap(one => scalarText(one) ?? []);
}

const queryOf = (body: unknown): ObservedCall['query'] =>
	Object.fromEntries(
		Object.entries(isObject(body) ? body : {}).flatMap(([name, value]) => {
			const text = scalarText(value);
			return text === null ? [] : [[name, [text]]];
		}),
	);

/** JSON that names the record, or asks for a list; null: there is no body. */
function bodyOf(
	{requestShape}: KnownEndpoint,
	{named, isAskedInBody}: RestForm,
	asked: ReadonlyArray<readonly [string, string]>,
	value: string | undefined,
): string | null {
	if (value === undefined && !isAskedInBody) return null;
	const sample = schemaSample(requestShape?.body, 'writeOnly');
	const typed = (text: string, like: unknown) =>
		typeof like === 'number' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
	const fields = isObject(sample) ? sample : {};
	const body: Record<string, unknown> = Object.fromEntries(
		asked.map(([name, text]) => [name, typed(text, fields[name])]),
	);
	if (value === undefined || named === null) return JSON.stringify(body);
	const like = named.name === '' ? sample : fields[named.name];
	const own = named.isList ? [typed(value, Array.isArray(like) ? like[0] : undefined)] : typed(value, like);
	return JSON.stringify(named.name === '' ? own : {...body, [named.name]: own});
}
