/** The field is not wanted at all. */
export const leftOut = Symbol('left out');

const unwanted =
	/\b(?:should not exist|is not allowed|are not allowed|not permitted|unknown (?:field|property|key|argument)|unrecogni[sz]ed (?:field|property|key)|unexpected (?:field|property|key)|additional propert|extra (?:inputs?|fields?))/i;
const demanding =
	/\b(?:must|should|expected|valid|invalid|required?|formats?|needs?|has to|have to|not an?|wrong|ensure|enter|cannot be parsed|type)\b/i;

/** The field has to be there: `The VehicleId field is required.`, `can't be blank`, `must not be null`, `missing property`. */
const presence =
	/\b(?:required?|missing|mandatory)\b|\b(?:can(?:no|')t|can not|(?:must|should|may) not) be (?:blank|null|empty|undefined|nil|omitted)\b|\b(?:must|has to|should) be (?:present|provided|given|specified|set|supplied|filled)\b|\bmust have (?:a )?value\b/i;

/**
 * What one sentence of a refusal asks of a value, as keywords of JSON Schema: none of them where it only has to be there;
 * null: nothing that can be made.
 *
 * @param text without the name of the field
 */
export function demandOf(text: string): Record<string, unknown> | typeof leftOut | null {
	if (unwanted.test(text)) return leftOut;
	const options = optionsIn(text);
	const isEach = /^\W*each (?:value|element|item)\b/i.test(text);
	if (options !== null) return isEach ? {type: 'array', items: {enum: options}} : {enum: options};
	const pattern = patternIn(text);
	const bounds = boundsIn(text);
	const type = demanding.test(text) ? typeIn(text) : null;
	const demand = {...type, ...bounds, ...(pattern === null ? {} : {type: 'string', pattern})};
	return Object.keys(demand).length > 0 || presence.test(text) ? demand : null;
}

const quoted = /^\s*(?:"([^"]{0,80})"|'([^']{0,80})'|`([^`]{0,80})`|“([^”]{0,80})”)/;
const between = /^\s*(?:\||,|\/|\bor\b|\band\b)+\s*(?:or\b|and\b)?/i;
const mostOptions = 60;

/** Values that a sentence lists as the ones that are allowed: `one of: a, b`, `expected 'a' | 'b'`; null: it lists none. */
export function optionsIn(text: string): string[] | null {
	const strong =
		/\b(?:one of(?: the)?(?: following)?(?: (?:allowed|valid|accepted|permitted))?(?: (?:values?|options?|choices?))?|(?:allowed|valid|accepted|possible|permitted|supported|available|known) (?:values?|options?|choices?|[a-z]{3,20}s)(?: are| is)?|accepted for enum class|choose (?:from|one of)|in the (?:list|set)(?: of)?|either)\s*[:=]?\s*/gi;
	for (const match of text.matchAll(strong)) {
		const rest = text.slice(match.index + match[0].length);
		const listed =
			quotedList(rest) ??
			bracketed(rest) ??
			(/[:=]\s*$/.test(match[0]) || /one of|values?\s*$/i.test(match[0]) ? bareList(rest) : null);
		if (listed !== null) return listed;
	}
	for (const match of text.matchAll(/\b(?:expected|should be|must be|has to be|not in|not one of)\s*[:=]?\s*/gi)) {
		const rest = text.slice(match.index + match[0].length);
		const listed = quotedList(rest) ?? (/not/i.test(match[0]) ? bracketed(rest) : null);
		if (listed !== null) return listed;
	}
	return null;
}

/** `'a', 'b' or 'c'`, `"a"|"b"`, also in brackets. */
function quotedList(text: string): string[] | null {
	let rest = text.replace(/^\s*[[({]/, '');
	const found: string[] = [];
	for (;;) {
		const match = quoted.exec(rest);
		if (!match || found.length > mostOptions) break;
		found.push(match[1] ?? match[2] ?? match[3] ?? match[4] ?? '');
		rest = rest.slice(match[0].length);
		const gap = between.exec(rest);
		if (!gap || gap[0].trim() === '') break;
		rest = rest.slice(gap[0].length);
	}
	return found.length > 0 ? found : null;
}

/** `[a, b]`, `[a b]`, `(a|b)`. */
function bracketed(text: string): string[] | null {
	const [, inner] = /^\s*[[({]([^\])}]{1,800})[\])}]/.exec(text) ?? [];
	if (inner === undefined) return null;
	const parts = /[,|/]/.test(inner) ? inner.split(/[,|/]/) : inner.split(/\s+/);
	return plainOptions(parts);
}

/** `a, b, c` or `a, b or c` up to the end of the sentence. */
function bareList(text: string): string[] | null {
	const [sentence = ''] = text.split(/\.(?:\s|$)|[;\n(]|, (?:but|got|received|not)\b/i);
	const parts = sentence.split(/[,|/]| or | and /).map(part => part.trim().replace(/^(?:or|and) /, ''));
	return parts.length < 2 ? null : plainOptions(parts);
}

function plainOptions(parts: readonly string[]): string[] | null {
	const plain = parts.map(one => one.trim().replace(/^["'`]|["'`]$/g, '')).filter(one => one !== '');
	const isPlain = plain.every(one => /^[\w.:+@#-]{1,60}$/.test(one));
	return plain.length > 0 && plain.length <= mostOptions && isPlain ? plain : null;
}

/** Types and formats by the words for them, the most telling first. */
const types: ReadonlyArray<readonly [RegExp, Record<string, unknown>]> = [
	[/\be-?mail\b/i, {type: 'string', format: 'email'}],
	[/\b(?:uuid|guid)\b/i, {type: 'string', format: 'uuid'}],
	[/\b(?:url|uri)\b/i, {type: 'string', format: 'uri'}],
	[/\bip(?:v4)?(?: address)?\b/i, {type: 'string', format: 'ipv4'}],
	[/\bhost ?name\b/i, {type: 'string', format: 'hostname'}],
	[
		/\bdate-?time\b|\btimestamp\b|\biso ?-?8601\b|\brfc ?-?3339\b|yyyy-mm-dd[t ]hh/i,
		{type: 'string', format: 'date-time'},
	],
	[/\bdate\b|yyyy-mm-dd/i, {type: 'string', format: 'date'}],
	[/\btime\b|\bhh:mm/i, {type: 'string', format: 'time'}],
	[/\bbool(?:ean)?\b/i, {type: 'boolean'}],
	[/\b(?:integer|int|whole number)\b/i, {type: 'integer'}],
	[/\b(?:number|numeric|decimal|float|double)\b/i, {type: 'number'}],
	[/\b(?:array|list of items|a list)\b/i, {type: 'array'}],
	[/\bstring\b/i, {type: 'string'}],
];

/** What a value has to be: `must be a valid ISO 8601 date string`, `A valid integer is required.` */
function typeIn(text: string): Record<string, unknown> | null {
	// "must be a string, not a number", "received number": what came is not what is asked for.
	const came = text.search(/\b(?:got|received|not an?|instead of|found)\b(?! valid)/i);
	const wanted = came > 0 ? text.slice(0, came) : text;
	const asked = /\bnot an? (?:valid )?/i.test(text) && !/\b(?:must|should|expected)\b/i.test(text) ? text : wanted;
	const isOfLength = /\b(?:characters?|chars?|letters|digits|length|longer|shorter|items|elements)\b/i.test(asked);
	return isOfLength ? null : (types.find(([word]) => word.test(asked))?.[1] ?? null);
}

const figure = String.raw`(?: to| of| is| be| the|:)?\s*(-?\d{1,9}(?:\.\d{1,6})?)`;
const phrase = (words: string) => new RegExp(`(?:${words})${figure}`, 'i');
/** How people say a bound, the longer forms first. */
const phrases = [
	[
		phrase(
			'(?:greater|larger|longer|more) than or equal|at least|no(?:t be| less|t have)? (?:less|fewer|smaller|shorter) than|no less than|>=|≥|(?:shorter than )?min(?:imum)?(?: (?:value|length|size))?(?: allowed)?',
		),
		'low',
	],
	[
		phrase(
			'(?:less|smaller|shorter|fewer) than or equal|at most|no(?:t be|t have)? (?:more|greater|larger|longer) than|no more than|not exceed|up to|<=|≤|(?:longer than )?max(?:imum)?(?: (?:value|length|size))?(?: allowed)?',
		),
		'high',
	],
	[phrase('(?:greater|larger|longer|more|higher) than|>'), 'above'],
	[phrase('(?:less|smaller|shorter|fewer|lower) than|<'), 'below'],
] as const;

/** Bounds of a number, of a text or of a list: `must not be less than 18`, `at least 3 characters`, `between 1 and 5`. */
function boundsIn(text: string): Record<string, unknown> {
	const isText = /\b(?:characters?|chars?|letters|digits|length|longer|shorter|long|short|symbols)\b/i.test(text);
	const isList = /\b(?:items?|elements?|entries|entry)\b/i.test(text);
	const [low, high] = isText ? ['minLength', 'maxLength'] : isList ? ['minItems', 'maxItems'] : ['minimum', 'maximum'];
	const [, from, to] = /\bbetween (-?\d{1,9}(?:\.\d{1,6})?) (?:and|to) (-?\d{1,9}(?:\.\d{1,6})?)/i.exec(text) ?? [];
	if (from !== undefined && to !== undefined) return {[low!]: Number(from), [high!]: Number(to)};
	const [, exact] = /\bexactly (\d{1,6}) (?:characters?|chars|letters|digits|long)/i.exec(text) ?? [];
	if (exact !== undefined) return {minLength: Number(exact), maxLength: Number(exact)};
	const found: Record<string, unknown> = {};
	let rest = text;
	for (const [words, side] of phrases) {
		const match = words.exec(rest);
		if (!match) continue;
		rest = rest.replace(match[0], ' ');
		const value = Number(match[1]);
		const isCount = isText || isList;
		if (side === 'low' || (side === 'above' && isCount)) found[low!] = value + (side === 'above' ? 1 : 0);
		else if (side === 'high' || (side === 'below' && isCount)) found[high!] = value - (side === 'below' ? 1 : 0);
		else found[side === 'above' ? 'exclusiveMinimum' : 'exclusiveMaximum'] = value;
	}
	return found;
}

/** `must match /^[A-Z]{3}$/ regular expression`, `does not match pattern '^[A-Z]+$'`. */
function patternIn(text: string): string | null {
	if (!/\b(?:match\w*|pattern|reg(?:ular )?ex\w*)\b/i.test(text)) return null;
	const pattern = slashed(text) ?? /"(\^[^"]{1,200})"/.exec(text)?.[1] ?? /'(\^[^']{1,200})'/.exec(text)?.[1];
	if (pattern === undefined) return null;
	try {
		new RegExp(pattern);
		return pattern;
	} catch {
		return null;
	}
}

/** What stands between the first slash and the last one: `/^[A-Z]{3}$/`. */
function slashed(text: string): string | undefined {
	const [first, last] = [text.indexOf('/'), text.lastIndexOf('/')];
	return last - first > 1 && last - first <= 200 ? text.slice(first + 1, last) : undefined;
}
