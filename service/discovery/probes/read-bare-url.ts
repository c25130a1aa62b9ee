import {parsedJson} from '../../inference/json-value.ts';
import {isHtml} from '../document-format.ts';
import type {PackedEndpoint} from '../pack-endpoint.ts';
import {createPacker} from '../pack-endpoint.ts';
import {createDrafts} from '../sources/endpoint-drafts.ts';
import {observedTemplates} from '../sources/observed-template.ts';
import {findDocument, type FoundDocument, pathsOfRoot} from './find-document.ts';
import type {Pace} from './pace.ts';
import type {SendProbe} from './send-probe.ts';

type BareUrl = {document: FoundDocument | null; endpoints: PackedEndpoint[]; failure: string};

const mostRedirects = 3;

/** What an address alone says of its API: its description at one of the usual places, else own paths in its root. */
export async function readBareUrl(
	baseUrl: string,
	{
		pace,
		headers,
		probes: {send},
		signal,
		isRootless,
	}: {
		pace: Pace;
		headers: Record<string, string>;
		probes: {send: SendProbe};
		signal: AbortSignal;
		/** The root names no paths, somebody has said. */
		isRootless: boolean;
	},
): Promise<BareUrl> {
	const {origin} = new URL(baseUrl);
	const texts = new Map<string, string | null>();
	let answers = 0;
	let refusal: string | null = null;
	let graphql: string | null = null;
	let reason: string | null = null;
	async function read(url: string): Promise<string | null> {
		const known = texts.get(url);
		if (known !== undefined) return known;
		let current = url;
		let text: string | null = null;
		for (let step = 0; step <= mostRedirects; step++) {
			if (!(await pace.turn(signal))) break;
			const answer = await send(current, headers, signal);
			if (answer.status !== null) answers++;
			else {
				reason = answer.error?.reason ?? null;
				// Who does not answer at all is not asked nineteen times more.
				if (answer.error?.isRefused && answers === 0) pace.end();
			}
			if (answer.status === 429 || answer.status === 503) pace.slowDown(answer.headers['retry-after'] ?? null);
			const location = answer.headers['location'];
			const isRedirect = answer.status !== null && answer.status >= 300 && answer.status < 400;
			if (isRedirect && location !== undefined && URL.canParse(location, current)) {
				const next = new URL(location, current);
				if (next.origin !== origin) break;
				current = next.href;
				continue;
			}
			if (answer.status === 401 || answer.status === 403)
				refusal ??= `${new URL(current).pathname} answered ${answer.status}`;
			if (answer.status === 200 && !answer.isCut) text = answer.bytes.toString('utf8');
			break;
		}
		texts.set(url, text);
		return text;
	}

	/** Where GraphQL is answered: at the address itself when it is called so, else at the usual place. Null: nowhere. */
	async function graphqlAddress(): Promise<string | null> {
		const own = baseUrl.replace(/(?<!\/)\/+$/, '');
		for (const url of new Set([...(/graphql$/i.test(own) ? [own] : []), `${origin}/graphql`])) {
			if (!(await pace.turn(signal))) return null;
			const answer = await send(`${url}?query=%7B__typename%7D`, headers, signal);
			if (answer.status !== null && isGraphql(answer.bytes.toString('utf8'))) return url;
		}
		return null;
	}

	let isPage = false;
	const isAsking = Object.keys(headers).length === 0;
	function whyNothing(): string {
		if (answers === 0) return `${origin} does not answer${reason === null ? '' : `: ${reason}`}.`;
		if (graphql !== null)
			return `${graphql} speaks GraphQL: no tests are planned for it; write them by hand with \`svc test create\`.`;
		if (refusal !== null && isAsking)
			return `${origin} shows nothing of its API without a credential (${refusal}): give one, or upload a document.`;
		if (refusal !== null)
			return `${origin} refuses the credential (${refusal}). A key may need the name of its header; or upload a document.`;
		if (isPage)
			return `${origin} answers with the page of a website and has no API description at any of the usual places: upload a document.`;
		return `${origin} has no API description at any of the usual places, and its root names no paths: upload a document.`;
	}

	const document = await findDocument(baseUrl, read);
	if (document) return {document, endpoints: [], failure: ''};
	const root = isRootless ? null : ((await read(baseUrl)) ?? (await read(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/`)));
	isPage = isHtml(root ?? '');
	const paths = root === null ? [] : pathsOfRoot(root, baseUrl);
	const drafts = createDrafts();
	for (const path of observedTemplates(paths).values()) drafts.add({method: 'GET', path, line: null});
	const packer = createPacker();
	graphql = paths.length > 0 || answers === 0 ? null : await graphqlAddress();
	return {
		document: null,
		endpoints: [...drafts.endpoints()].map(endpoint => packer.pack(endpoint)),
		failure: whyNothing(),
	};
}

/** Whether an answer is that of GraphQL: the data that was asked for, or errors that speak of a query. */
function isGraphql(text: string): boolean {
	const {data, errors} = (parsedJson(text) ?? {}) as {data?: {__typename?: unknown} | null; errors?: unknown};
	if (typeof data?.__typename === 'string') return true;
	return (
		Array.isArray(errors) &&
		errors.some(one => /\bquery\b|graphql/i.test(String((one as {message?: unknown} | null)?.message)))
	);
}
