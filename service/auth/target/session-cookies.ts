import {isObject} from '../../inference/json-value.ts';
import {decoded} from '../../../contract/address.ts';

/** What a login answered instead of a token: cookies, and the header that APIs with cookies want beside them. */
export type Session = {
	/** Value of the `Cookie` header: `sid=abc; csrftoken=x`. */
	cookie: string;
	/** Value of the cookie that stands for the session. */
	value: string;
	/** Header against forged requests that every changing call has to carry. */
	csrf: {name: string; value: string} | null;
	/** Every value that must not be stored. */
	secrets: string[];
	/** Epoch milliseconds; null when the cookie does not say. */
	expiresAt: number | null;
};

/** An answer of a login as far as it may open a session. */
type SessionAnswer = {
	/** `Set-Cookie` headers, one each. */
	setCookies: readonly string[];
	/** Names in lower case. */
	headers: Readonly<Record<string, string | string[] | undefined>>;
	/** Parsed body. */
	body: unknown;
};

type Cookie = {name: string; value: string; expiresAt: number | null};

const sessionName = /sess|sid$|^sid|auth|token|jwt|login|remember/i;
const csrfName = /csrf|xsrf/i;

/**
 * The session that the answer of a login opens.
 *
 * @param key name of the cookie that stands for the session; undefined: the one whose name says so, else the longest
 * @param now epoch milliseconds
 * @returns null when no cookie was set, or not that one
 */
export function sessionOf(
	{setCookies, headers, body}: SessionAnswer,
	key: string | undefined,
	now: number,
): Session | null {
	const cookies = new Map<string, Cookie>();
	for (const text of setCookies) {
		const cookie = parseCookie(text, now);
		if (cookie?.value) cookies.set(cookie.name, cookie);
		// A later header may take back what an earlier one has set.
		else if (cookie) cookies.delete(cookie.name);
	}
	const all = [...cookies.values()];
	const candidates = all.filter(({name}) => !csrfName.test(name));
	const named = candidates.filter(({name}) => sessionName.test(name));
	const own =
		key === undefined
			? (named.length > 0 ? named : candidates.length > 0 ? candidates : all).sort(
					(a, b) => b.value.length - a.value.length,
				)[0]
			: cookies.get(key);
	if (!own) return null;
	const csrf = inHeaders(headers) ?? inBody(body) ?? inCookies(all);
	return {
		cookie: all.map(({name, value}) => `${name}=${value}`).join('; '),
		value: own.value,
		csrf,
		secrets: [...new Set([...all.map(({value}) => value), ...(csrf ? [csrf.value] : [])])],
		expiresAt: own.expiresAt,
	};
}

/** A `Set-Cookie` header; a value of nothing for one that ends the cookie. Null: it is none. */
function parseCookie(text: string, now: number): Cookie | null {
	const [pair = '', ...attributes] = text.split(';');
	const border = pair.indexOf('=');
	const name = pair.slice(0, border).trim();
	const value = pair.slice(border + 1).trim();
	if (border < 1 || !/^[!#$%&'*+\-.^_`|~\w]+$/.test(name) || /[\s\x00-\x1f\x7f;]/.test(value)) return null;
	let expiresAt: number | null = null;
	for (const attribute of attributes) {
		const [key = '', given = ''] = attribute.split(/=(.*)/s).map(part => part.trim());
		// "Max-Age wins over Expires" (RFC 6265).
		if (/^max-age$/i.test(key) && /^-?\d+$/.test(given)) {
			expiresAt = now + Number(given) * 1000;
			break;
		}
		if (/^expires$/i.test(key) && Number.isFinite(Date.parse(given))) expiresAt = Date.parse(given);
	}
	return expiresAt !== null && expiresAt <= now ? {name, value: '', expiresAt} : {name, value, expiresAt};
}

/** `X-CSRF-Token: abc` in the answer: the next request carries the same header. */
function inHeaders(headers: SessionAnswer['headers']): Session['csrf'] {
	for (const [name, value] of Object.entries(headers)) {
		const text = Array.isArray(value) ? value[0] : value;
		if (csrfName.test(name) && text && isHeaderValue(text))
			return {name: /^x-/i.test(name) ? name : `x-${name}`, value: text};
	}
	return null;
}

/** `{csrfToken: "abc"}`, `{data: {csrf_token: "abc"}}`, `{csrf: {headerName: "X-CSRF-TOKEN", token: "abc"}}`. */
function inBody(body: unknown, depth = 0): Session['csrf'] {
	if (!isObject(body) || depth > 3) return null;
	for (const [key, value] of Object.entries(body)) {
		if (csrfName.test(key) && typeof value === 'string' && value !== '' && isHeaderValue(value))
			return {name: headerFor(key), value};
		if (csrfName.test(key) && isObject(value)) {
			const {headerName, token} = value;
			if (typeof token === 'string' && token !== '' && isHeaderValue(token)) {
				const isName = typeof headerName === 'string' && /^[!#$%&'*+\-.^_`|~\w]+$/.test(headerName);
				return {name: isName ? headerName : headerFor(key), value: token};
			}
		}
	}
	for (const value of Object.values(body)) {
		const inside = inBody(value, depth + 1);
		if (inside) return inside;
	}
	return null;
}

/** A cookie that the page would read and repeat in a header: `csrftoken`, `XSRF-TOKEN`, `csrf_access_token`. */
function inCookies(cookies: readonly Cookie[]): Session['csrf'] {
	const found = cookies.find(({name}) => csrfName.test(name));
	if (!found) return null;
	// Angular and Laravel decode the cookie before they repeat it.
	const value = /xsrf/i.test(found.name) ? decoded(found.value) : found.value;
	return isHeaderValue(value) ? {name: headerFor(found.name), value} : null;
}

/** The header that goes with a name: Django's `csrftoken` has one of its own. */
function headerFor(name: string): string {
	if (/xsrf/i.test(name)) return 'X-XSRF-TOKEN';
	return name === 'csrftoken' ? 'X-CSRFToken' : 'X-CSRF-Token';
}

const isHeaderValue = (text: string) => /^[\x21-\x7e]{1,4096}$/.test(text);
