import {decoded} from '../../contract/address.ts';

/** What a recorded call says about the values that flow through it. */
export type LinkedCall = {
	method: string;
	url: string;
	status: number | null;
	requestHeaders?: Readonly<Record<string, string>> | null;
	requestBody?: string | null;
	responseHeaders?: Readonly<Record<string, string>> | null;
	responseBody?: string | null;
};

/** Every place of a JSON body with its path; empty for other bodies. */
type Places = ReadonlyArray<{path: string; value: unknown}>;

/** A call whose bodies are read when somebody asks, and then once. */
export type ReadableCall = LinkedCall & {answered(): Places; sent(): Places};

export function readable(call: LinkedCall): ReadableCall {
	let answered: Places | undefined;
	let sent: Places | undefined;
	return {
		...call,
		answered: () => (answered ??= placesIn(call.responseBody)),
		sent: () => (sent ??= placesIn(call.requestBody)),
	};
}

/** Where a value stands in an answer. `score`: how probably that is where it was taken from. */
export type FoundValue = {location: 'body' | 'header'; path: string; score: number};

/** Places of one answer that are looked at. */
const mostPlaces = 20_000;

/** The place in an answer that a value was most probably taken from: `$.data[0].id`, or the name of a header. */
export function findInAnswer(name: string, value: unknown, call: ReadableCall): FoundValue | null {
	if (value === null || value === '' || typeof value === 'boolean') return namedPlace(name, value, call);
	const bonus = callBonus(call);
	let best: FoundValue | null = null;
	const consider = (found: FoundValue) => {
		if (best === null || found.score > best.score) best = found;
	};
	for (const {path, value: other} of call.answered())
		if (isSame(value, other))
			consider({
				location: 'body',
				path,
				score: bonus + nameScore(name, path) - (value === other || typeof value === 'object' ? 0 : otherType),
			});
	if (typeof value === 'string' || typeof value === 'number') {
		const text = String(value);
		if (call.responseBody?.trim() === text && best === null) consider({location: 'body', path: '$', score: bonus + 1});
		for (const [header, content] of Object.entries(call.responseHeaders ?? {})) {
			if (!holds(content, text)) continue;
			// "A header (for example a location header)" names the new record; others only happen to hold the value.
			const score = header.toLowerCase() === 'location' ? 3 : nameScore(name, header);
			if (score > 0 || text.length >= 8)
				consider({location: 'header', path: header.toLowerCase(), score: bonus + score});
		}
	}
	return best;
}

/** `null`, `true` and empty texts are everywhere: only a place with the very name counts. */
function namedPlace(name: string, value: unknown, call: ReadableCall): FoundValue | null {
	for (const {path, value: other} of call.answered())
		if (other === value && nameScore(name, path) >= sameName)
			return {location: 'body', path, score: callBonus(call) + sameName};
	return null;
}

/** Records are created by answered POST and PUT calls. */
function callBonus({method, status}: LinkedCall): number {
	if (status === null || status >= 400) return -20;
	return /^(?:POST|PUT)$/i.test(method) ? 0.5 : 0;
}

const sameName = 10;
/** A number that was captured as text may as well come from where it is a text. */
const otherType = 5;
const bare = (text: string) => text.toLowerCase().replace(/[^a-z\d]/g, '');

/** How well the end of a path goes with the name of a variable: `order_id` with `$.order.id`, `$.orderId`, `$.id`. */
function nameScore(name: string, path: string): number {
	const wanted = bare(name);
	const keys = path
		.split(/[.[\]]/)
		.map(key => bare(key))
		.filter(key => key !== '' && !/^\d+$/.test(key));
	const own = keys.at(-1) ?? '';
	// A place nearer to the top is more probably the record itself.
	const nearness = 1 / (1 + path.length);
	if (own === wanted) return sameName + nearness;
	const parent = (keys.at(-2) ?? '').replace(/s$/, '');
	if (own !== '' && parent + own === wanted) return sameName - 1 + nearness;
	if (own !== '' && wanted.endsWith(own)) return 6 + nearness;
	if (/^(?:id|uuid|guid|key|code|token)$/.test(own)) return 4 + nearness;
	return nearness;
}

function placesIn(body: string | null | undefined): Places {
	const text = body?.trim();
	if (!text || !/^["[{\d-]/.test(text)) return [];
	let root: unknown;
	try {
		root = exactJson(text);
	} catch {
		return [];
	}
	const places: Array<{path: string; value: unknown}> = [{path: '$', value: root}];
	for (let next = 0; next < places.length && places.length < mostPlaces; next++) {
		const {path, value} = places[next]!;
		if (Array.isArray(value))
			for (const [index, item] of value.entries()) places.push({path: `${path}[${index}]`, value: item});
		else if (value !== null && typeof value === 'object')
			for (const [key, item] of Object.entries(value)) places.push({path: path + stepTo(key), value: item});
	}
	return places;
}

const stepTo = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);

/** The same value; a number may have been captured as text and the other way round. */
function isSame(value: unknown, other: unknown): boolean {
	if (value === other) return true;
	const isScalar = (one: unknown) => typeof one === 'string' || typeof one === 'number';
	if (isScalar(value) && isScalar(other)) return String(value) === String(other);
	if (typeof value !== 'object' || typeof other !== 'object' || value === null || other === null) return false;
	return JSON.stringify(value) === JSON.stringify(other);
}

/** Texts of at least this length do not turn up by chance. */
const distinctive = 6;

/** A text that is the value, ends in it as a segment, or holds it when it is long enough not to be there by chance. */
function holds(content: string, text: string): boolean {
	if (content === text || content.endsWith(`/${text}`)) return true;
	return text.length >= distinctive && content.includes(text);
}

/** Whether the request of a call carries a value: in its path, its query, a header or its body. */
export function isUsedBy(value: unknown, call: ReadableCall): boolean {
	if (value !== null && typeof value === 'object') return call.sent().some(({value: other}) => isSame(value, other));
	if (typeof value !== 'string' && typeof value !== 'number') return false;
	const text = String(value);
	if (text === '') return false;
	if (textsOfUrl(call.url).some(part => holds(part, text))) return true;
	if (Object.values(call.requestHeaders ?? {}).some(content => content === text || content.endsWith(` ${text}`)))
		return true;
	const {requestBody} = call;
	if (!requestBody) return false;
	if (text.length >= distinctive)
		return requestBody.includes(text) || requestBody.includes(JSON.stringify(text).slice(1, -1));
	if (requestBody === text) return true;
	for (const {value: other} of call.sent()) if (isSame(value, other)) return true;
	// A form.
	return !/^[[{"]/.test(requestBody.trim()) && [...new URLSearchParams(requestBody).values()].includes(text);
}

function textsOfUrl(url: string): string[] {
	if (!URL.canParse(url)) return [];
	const {pathname, searchParams} = new URL(url);
	return [...pathname.split('/').map(decoded), ...searchParams.values()].filter(Boolean);
}

/** Texts, and numbers of so many digits that a JavaScript number may not hold them. */
const texts = /"(?:[^"\\]|\\.)*(?:"|\\?$)|(?<![\w.+-])-?\d{16,}(?![\d.eE])/gs;

/**
 * The value of a JSON text. An integer beyond what a JavaScript number holds, such as an identifier of 64 bits, becomes a
 * text of its digits instead of another number. Throws for what is no JSON.
 */
export function exactJson(json: string): unknown {
	if (!/\d{16}/.test(json)) return JSON.parse(json);
	return JSON.parse(
		json.replace(texts, token =>
			token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : JSON.stringify(token),
		),
	);
}

/** Whether a JSON text comes out of this process as the same value: not so for long integers and for `12.0`. */
export const survivesParsing = (json: string): boolean => JSON.stringify(JSON.parse(json)) === json;
