import * as z from 'zod';
import {manager} from '../../../demo/shop/resources/auth.ts';
import {type RunningShop, type ShopOptions, startShop} from '../../../demo/shop/start-shop.ts';

interface Described {
	operationId: string;
	responses: Record<string, {content?: Record<string, {schema: object}>; headers?: Record<string, unknown>}>;
}
export interface ShopDocument {
	openapi: string;
	paths: Record<string, Record<string, Described>>;
	components: {schemas: Record<string, object>};
}

export interface Answer {
	status: number;
	// biome-ignore lint/suspicious/noExplicitAny: a test reads the fields that the document promises it
	body: any;
	location: string | null;
	/** What the answer has that the document does not allow; empty when it obeys. */
	violations: string[];
}

interface CallOptions {
	body?: unknown;
	token?: string | null;
	headers?: Record<string, string>;
	rawBody?: string;
}

/** A running shop whose every answer is held against the document that the shop itself publishes. */
export interface DocumentedShop extends RunningShop {
	document: ShopDocument;
	/** Operations that were called so far. */
	visited: Set<string>;
	call(method: string, path: string, options?: CallOptions): Promise<Answer>;
	/** The same, and an answer that does not obey the document is an error. */
	obedient(method: string, path: string, body?: unknown): Promise<Answer>;
	token: string;
}

function matches(template: string, path: string): boolean {
	const pattern = template.replace(/\{\w+\}/g, '[^/]+');
	return new RegExp(`^${pattern}$`).test(path);
}

function schemaOf(document: ShopDocument, schema: object): z.ZodType {
	const inlined = JSON.stringify({...schema, $defs: document.components.schemas});
	return z.fromJSONSchema(JSON.parse(inlined.replaceAll('#/components/schemas/', '#/$defs/')));
}

function violationsOf(
	document: ShopDocument,
	described: Described | undefined,
	answer: Omit<Answer, 'violations'>,
): string[] {
	if (described === undefined) return answer.status === 404 ? [] : [`${answer.status} from an undocumented operation`];
	const response = described.responses[answer.status];
	if (response === undefined) return [`status ${answer.status} is not documented`];
	const missing = response.headers?.['Location'] && answer.location === null ? ['Location is missing'] : [];
	const schema = response.content?.['application/json']?.schema;
	if (schema === undefined)
		return answer.body === undefined ? missing : [...missing, 'a body where none is documented'];
	const parsed = schemaOf(document, schema).safeParse(answer.body);
	const issues = parsed.success ? [] : parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`);
	return [...missing, ...issues];
}

/** Opens a shop, reads its document and logs in. */
export async function openDocumentedShop(options: ShopOptions = {}): Promise<DocumentedShop> {
	const shop = await startShop({reportDelayMs: 0, ...options});
	const document = (await (await fetch(`${shop.url}/openapi.json`)).json()) as ShopDocument;
	const visited = new Set<string>();
	let token: string | null = null;

	const call = async (
		method: string,
		path: string,
		{body, token: ownToken = token, headers, rawBody}: CallOptions = {},
	) => {
		const response = await fetch(`${shop.url}${path}`, {
			method,
			headers: {
				...(body === undefined ? {} : {'content-type': 'application/json'}),
				...(ownToken === null ? {} : {authorization: `Bearer ${ownToken}`}),
				...headers,
			},
			...(body === undefined && rawBody === undefined ? {} : {body: rawBody ?? JSON.stringify(body)}),
		});
		const text = await response.text();
		const answer = {
			status: response.status,
			body: text === '' ? undefined : JSON.parse(text),
			location: response.headers.get('location'),
		};
		const pathname = path.split('?')[0]!;
		const template = Object.keys(document.paths).find(candidate => matches(candidate, pathname));
		const described = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()];
		if (described !== undefined) visited.add(described.operationId);
		return {...answer, violations: violationsOf(document, described, answer)};
	};
	const obedient = async (method: string, path: string, body?: unknown) => {
		const answer = await call(method, path, {body});
		if (answer.violations.length > 0) throw new Error(`${method} ${path}: ${answer.violations.join('; ')}`);
		return answer;
	};

	token = (await obedient('POST', '/auth/login', manager)).body.token as string;
	return {...shop, document, visited, call, obedient, token};
}
