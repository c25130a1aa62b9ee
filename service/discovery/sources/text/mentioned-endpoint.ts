import {type HttpMethod, httpMethods} from '../../../../contract/enums.ts';
import {endpointMethod} from '../endpoint-drafts.ts';
import {observedTemplates} from '../observed-template.ts';

/** An operation that a text names, with where in the text that is. */
type Mentioned = {
	method: HttpMethod;
	path: string;
	query: Array<{name: string; value: string | null}>;
	index: number;
};

const longestPath = 512;
/**
 * `PUT /carts/:id/coupon`, `POST https://api.example.com/users`, `**GET** /users`, `GET, PATCH or DELETE /users/:id`; each
 * part is bounded.
 */
const mention =
	/\b(GET|POST|PUT|PATCH|DELETE)\b[`*_:|]{0,4}[ \t]{1,8}[`*_"']{0,4}((?:https?:\/\/[^\s/]{1,200}|\{\{[^{}\s]{1,80}\}\})?\/[^\s`"'|,;()]{0,512})/g;
/** A method in front of another one of the same path. */
const methodBefore = /\b(GET|POST|PUT|PATCH|DELETE)[`*_]{0,4}(?:,? (?:and|or) |, ?| ?[/|&] ?)[`*_]{0,4}$/;
const longestBefore = 24;

/** Every operation that a text names in words. */
export function mentionedEndpoints(text: string): Mentioned[] {
	return [...text.matchAll(mention)].flatMap(({1: last = '', 2: address = '', index}) => {
		const place = templateOfAddress(address);
		return methodsAt(text, index, last).flatMap(method => {
			const name = endpointMethod(method);
			return name === null || place === null ? [] : [{method: name, ...place, index}];
		});
	});
}

/** `GET, PATCH or` in front of `DELETE`: every method in the order of the text. */
function methodsAt(text: string, index: number, last: string): string[] {
	const methods = [last];
	for (let end = index; methods.length < httpMethods.length; ) {
		const before = text.slice(Math.max(0, end - longestBefore), end);
		const found = methodBefore.exec(before);
		if (!found) break;
		methods.unshift(found[1]!);
		end += found.index - before.length;
	}
	return methods;
}

/**
 * `https://host/carts/:id?x=1` → `/carts/{id}` and its query; `<id>`, `{{id}}` and `[id]` are parameters, too, and so is
 * what looks like a handle: `/bookings/bkg_3`.
 */
export function templateOfAddress(address: string): {path: string; query: Mentioned['query']} | null {
	const local = address
		.slice(0, 2048)
		.replace(/^https?:\/\/[^/?#]{1,200}/i, '')
		.replace(/^(?:\{\{[^{}]{1,80}\}\}|\$\{?\w{1,80}\}?|<[\w-]{1,80}>)(?=\/)/, '')
		.replace(/[.,:;!*]{1,4}$/, '');
	const [before = ''] = local.split('#', 1);
	const [pathname = '', search = ''] = before.split('?', 2);
	if (!pathname.startsWith('/')) return null;
	const segments = pathname.split('/').filter(Boolean).map(segmentOf);
	const written = `/${segments.join('/')}`;
	// One path by itself: words that stand behind one collection are words of the author.
	const path = observedTemplates([written]).get(written) ?? written;
	if (path.length > longestPath || /[\s\u0000-\u001f\u007f\\]/.test(path)) return null;
	if (/[{}<>]/.test(path.replace(/\{[^{}/]+\}/g, ''))) return null;
	const query = search
		.split('&')
		.filter(Boolean)
		.slice(0, 50)
		.flatMap(part => {
			const [name = '', value = ''] = part.split('=', 2);
			const isLiteral = value !== '' && !/^[<{[:$]/.test(value) && value !== '...';
			return /^[\w.[\]-]{1,100}$/.test(name) ? [{name, value: isLiteral ? decoded(value) : null}] : [];
		});
	return {path, query};
}

function segmentOf(segment: string): string {
	const match = /^(?::|\$)([A-Za-z_][\w-]*)$|^<([\w -]+)>$|^\{\{([^{}]+)\}\}$|^\[([\w -]+)\]$|^\$\{([\w.]+)\}$/.exec(
		segment,
	);
	const name = match?.slice(1).find(one => one !== undefined);
	return name === undefined ? segment : `{${name.trim().replace(/[^\w-]+/g, '_')}}`;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text.replace(/\+/g, ' '));
	} catch {
		return text;
	}
}
