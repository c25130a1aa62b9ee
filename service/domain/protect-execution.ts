import {literalPattern} from './literal-pattern.ts';
import {Buffer} from 'node:buffer';
import {isCredentialHeader, replaceCredential, saysWho} from './credentials.ts';
import {protectCapture} from './protect-capture.ts';
import {maskBody, maskText, maskUrl} from './secret-fields.ts';
import {type IsSecretName, isSecretValue} from './secret-names.ts';
import {masked} from './sealed-text.ts';

/** What is a secret in the calls of one project. */
export type SecretRule = {
	isSecret: IsSecretName;
	/** Names that the document marks for the calls of one endpoint only. */
	namesOf(method: string, url: string): ReadonlySet<string> | null;
};

/** A recorded call, as far as it may hold secrets. */
type Call = {method: string; url: string; detail: object};

type Detail = Partial<{
	query: Array<{name: string; value: string}> | null;
	requestHeaders: Record<string, string> | null;
	requestBody: string | null;
	requestEncoding: string | null;
	responseHeaders: Record<string, string> | null;
	responseBody: string | null;
	responseEncoding: string | null;
	error: string | null;
}>;

type Capture = {name: string; value: unknown; json?: string};

/** What an execution leaves behind, as far as it may hold secrets. */
type Execution<C extends Call, V extends Capture> = {
	calls: readonly C[];
	captures?: readonly V[];
	error?: string | null;
	trace?: string | null;
	apiOutput?: string | null;
	advisories?: readonly string[];
};

/**
 * An execution as it is stored: the values of secret fields and variables are sealed in its calls and captures, wherever
 * they stand in them, and hidden in what people read. A value that was captured under a name that is none of a secret
 * stays as it is, unless somebody has stored it as a secret.
 *
 * @param given values that the execution got from others
 * @param seal takes the place of a secret in what is used again
 * @param known secrets of the project that the execution was given: the runner hides them in all but the captures
 */
export function protectExecution<C extends Call, V extends Capture, E extends Execution<C, V>>(
	execution: E & Execution<C, V>,
	rule: SecretRule,
	given: ReadonlyArray<{name: string; value: unknown}>,
	seal: (secret: string | number) => string,
	known: readonly string[] = [],
): E {
	const stored = new Set(known.filter(secret => secret.length >= shortestKnown));
	const secrets = new Map<string, string>();
	const take = (secret: string | number): string => {
		let sealed = secrets.get(String(secret));
		if (sealed === undefined) {
			sealed = seal(secret);
			secrets.set(String(secret), sealed);
		}
		return sealed;
	};
	const values = [...given, ...(execution.captures ?? [])];
	const shown = new Set<string>();
	const carried = new Set<string>();
	for (const {name, value} of values) {
		const isScalar = typeof value === 'string' || typeof value === 'number';
		if (rule.isSecret(name) && isSecretOrDeep(name, value)) {
			for (const text of textsIn(value)) {
				take(text);
				carried.add(String(text));
			}
			// Of an object that is called a secret what looks like one, under whatever key.
			if (!isScalar) for (const text of textsOf(value)) if (isDrawn(text)) take(text);
		} else if (!rule.isSecret(name) && isScalar && !stored.has(String(value))) shown.add(String(value));
	}
	const replace = (secret: string | number): string | null => {
		const text = String(secret);
		return shown.has(text) || text.includes(masked) ? null : take(secret);
	};
	const replaceHeader = (name: string, value: string) =>
		value.includes(masked)
			? value
			: replaceCredential(name, value, secret =>
					saysWho(name) && secrets.size < mostSought ? take(secret) : seal(secret),
				);
	const calls = execution.calls.map(call => maskCall(call, rule, {replace, replaceHeader}));
	const forms = [...secrets]
		.filter(([secret]) => !shown.has(secret) && (isTelling(secret) || (carried.has(secret) && secret.length >= 4)))
		.sort(longestFirst);
	const sealedEverywhere = everywhere(forms);
	const inCaptures = everywhere([...forms, ...sealedOnes([...stored].filter(isTelling), seal)].sort(longestFirst));
	const captures = execution.captures?.map(capture =>
		protectCapture(capture, {isSecret: rule.isSecret, replace, seal, stored, everywhere: inCaptures}),
	);
	const hide = (text: string): string =>
		everywhere(forms.map(([secret]) => [secret, masked]))(
			maskText(text, {isSecret: rule.isSecret, replace: secret => (shown.has(String(secret)) ? null : masked)}),
		);
	const hidden = <T extends string | null | undefined>(text: T): T => (text ? (hide(text) as T) : text);
	return {
		...execution,
		calls: forms.length === 0 ? calls : calls.map(call => inTexts(call, sealedEverywhere)),
		...(captures && {captures}),
		...('error' in execution && {error: hidden(execution.error)}),
		...('trace' in execution && {trace: hidden(execution.trace)}),
		...('apiOutput' in execution && {apiOutput: hidden(execution.apiOutput)}),
		...(execution.advisories && {advisories: execution.advisories.map(hide)}),
	};
}

type Replacing = {
	replace(secret: string | number): string | null;
	replaceHeader(name: string, value: string): string;
};

/** Every secret is looked for in every text: one that is another in every call, such as a signature, is not. */
const mostSought = 200;

/** One call with the values of its secret fields replaced. */
function maskCall<C extends Call>(call: C, rule: SecretRule, {replace, replaceHeader}: Replacing): C {
	const marked = rule.namesOf(call.method, call.url);
	const isSecret: IsSecretName = marked ? name => marked.has(name) || rule.isSecret(name) : rule.isSecret;
	const mask = {isSecret, replace};
	const detail = call.detail as Detail;
	const header = (name: string, value: string): string => {
		if (isCredentialHeader(name)) return replaceHeader(name, value);
		if (isSecret(name)) return replace(value) ?? value;
		return /^(?:location|referer|link)$/i.test(name) ? maskUrl(value, mask) : value;
	};
	const headers = (all: Record<string, string>) =>
		Object.fromEntries(Object.entries(all).map(([name, value]) => [name, header(name, value)]));
	const {query, requestHeaders, requestBody, responseHeaders, responseBody} = detail;
	return {
		...call,
		url: maskUrl(call.url, mask),
		detail: {
			...detail,
			...(query && {
				query: query.map(({name, value}) => ({name, value: (isSecret(name) && value && replace(value)) || value})),
			}),
			...(requestHeaders && {requestHeaders: headers(requestHeaders)}),
			...(requestBody && {requestBody: body(requestBody, detail.requestEncoding, requestHeaders, mask)}),
			...(responseHeaders && {responseHeaders: headers(responseHeaders)}),
			...(responseBody && {responseBody: body(responseBody, detail.responseEncoding, responseHeaders, mask)}),
		},
	};
}

function body(
	text: string,
	encoding: string | null | undefined,
	headers: Record<string, string> | null | undefined,
	mask: Parameters<typeof maskBody>[2],
): string {
	const type = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
	if (encoding !== 'base64') return maskBody(text, type, mask);
	// A form with a file in it is binary as a whole, and its other parts are not.
	if (!/multipart\//i.test(type)) return text;
	const replace = (secret: string | number) => {
		const other = mask.replace(typeof secret === 'string' ? Buffer.from(secret, 'latin1').toString('utf8') : secret);
		return other === null ? null : Buffer.from(other, 'utf8').toString('latin1');
	};
	const plain = maskBody(Buffer.from(text, 'base64').toString('latin1'), type, {...mask, replace});
	return Buffer.from(plain, 'latin1').toString('base64');
}

const isSecretOrDeep = (name: string, value: unknown): boolean =>
	typeof value === 'object' ? value !== null : isSecretValue(name, value);

/** Texts of a value under a secret name that may be the secret. */
function textsIn(value: unknown): Array<string | number> {
	if (typeof value === 'string' && value !== '') return [value];
	if (Array.isArray(value)) return value.flatMap(textsIn);
	if (value !== null && typeof value === 'object')
		return Object.entries(value).flatMap(([key, part]) => (/^(?:value|key)$/i.test(key) ? textsIn(part) : []));
	return [];
}

/** Every text of a value. */
function textsOf(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(textsOf);
}

/** One long word of letters and digits, as nobody writes by hand. */
const isDrawn = (text: string): boolean =>
	text.length >= 16 && /^[\w.~+/=-]+$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text);

/** A plain word or a short number stands in too many places by chance to be looked for outside of its field. */
export function isTelling(secret: string): boolean {
	if (secret.length >= 16) return true;
	if (/^\d+$/.test(secret)) return secret.length >= 10;
	return secret.length >= 6 && !/^[a-z]+$/i.test(secret);
}

const sealedOnes = (texts: readonly string[], seal: (secret: string) => string): Array<[string, string]> =>
	texts.map(text => [text, seal(text)]);

/** A stored text of fewer letters equals too much by chance. */
const shortestKnown = 4;

const longestFirst = ([a]: [string, string], [b]: [string, string]) => b.length - a.length;
/** Found within a longer word, it would be there by chance. */
const standsAlone = (secret: string) => secret.length < 8 || /^[a-z]+$/i.test(secret);

/** Replaces secrets in any text, in the spellings of JSON and of addresses too. */
function everywhere(forms: ReadonlyArray<[string, string]>): (text: string) => string {
	const spellings = new Map<string, string>();
	for (const [secret, other] of forms)
		for (const spelling of [
			secret,
			JSON.stringify(secret).slice(1, -1),
			encoded(secret),
			encoded(secret).replaceAll('%20', '+'),
		])
			if (!spellings.has(spelling)) spellings.set(spelling, other);
	const plain = [...spellings].filter(([spelling]) => !standsAlone(spelling));
	const alone = [...spellings]
		.filter(([spelling]) => standsAlone(spelling))
		.map(([spelling, other]): [RegExp, string] => [
			new RegExp(`(?<![A-Za-z\\d])${literalPattern(spelling)}(?![A-Za-z\\d])`, 'g'),
			other,
		]);
	return text => {
		let left = text;
		for (const [spelling, other] of plain) if (left.includes(spelling)) left = left.replaceAll(spelling, other);
		for (const [pattern, other] of alone) left = left.replace(pattern, () => other);
		return left;
	};
}

function encoded(text: string): string {
	try {
		return encodeURIComponent(text);
	} catch {
		// Half a character has no place in an address.
		return text;
	}
}

function inTexts<C extends Call>(call: C, change: (text: string) => string): C {
	const deep = (value: unknown): unknown => {
		if (typeof value === 'string') return change(value);
		if (Array.isArray(value)) return value.map(deep);
		if (value === null || typeof value !== 'object') return value;
		return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, deep(part)]));
	};
	const [origin = ''] = /^[a-z]+:\/\/[^/?#]*/i.exec(call.url) ?? [];
	return {...call, url: origin + change(call.url.slice(origin.length)), detail: deep(call.detail) as object};
}

/** What stands in the rule's place where only names count. */
export const ruleOfNames = (isSecret: IsSecretName): SecretRule => ({isSecret, namesOf: () => null});
