import {looksSecret} from '../../domain/secret-fields.ts';
import {isSecretField} from './secret-fields.ts';

/** Headers that every client sends or every server answers: they say nothing of an operation. */
const usual =
	/^(?::.*|accept(?:-.*)?|access-control-.*|age|allow|alt-svc|authorization|baggage|cache-control|cf-.*|connection|content-.*|cookie|cross-origin-.*|date|dnt|expect.*|expires|forwarded|from|host|if-.*|keep-alive|last-modified|nel|origin|permissions-policy|postman-token|pragma|priority|proxy-.*|referer|referrer-policy|report-to|save-data|sec-.*|server(?:-timing)?|set-cookie.*|strict-transport-security|te|timing-.*|trailer|transfer-encoding|traceparent|tracestate|upgrade.*|user-agent|vary|via|x-(?:content-type-options|dns-.*|download-.*|forwarded-.*|frame-options|permitted-.*|powered-by|real-ip|requested-with|xss-.*))$/i;

/** Headers that say in which form, version or part of the data an answer is wanted. */
const negotiating =
	/^(?:accept|accept-(?:version|profile|crs|datetime|post|patch)|content-profile|prefer|odata-(?:max)?version|(?:x-)?api-version)$/i;

/** What every client accepts, whoever asks. */
const anything = /\*\/\*|text\/html|^application\/json(?:\s*[;,]\s*(?:charset|q|text\/plain).*)?$/i;

/**
 * The headers of a recorded request that choose its answer, with their values: `Accept: application/vnd.shop.v2+json`, not
 * the one that every client sends. Without them the same request would be answered otherwise.
 */
export const negotiationOf = (headers: Iterable<{name: string; value: string}>): Record<string, string> =>
	Object.fromEntries(
		[...headers].flatMap(({name, value}) => {
			const said = value.trim();
			const isPlain = said === '' || said.length > 200 || /[^\t\x20-\x7e]/.test(said) || looksSecret(said);
			const isChoice = negotiating.test(name) && !(name.toLowerCase() === 'accept' && anything.test(said));
			return isPlain || !isChoice ? [] : [[name, said]];
		}),
	);

/** A header that an operation is asked or answers with for a reason of its own. */
export const isOwnHeader = (name: string): boolean =>
	name.length <= 128 &&
	/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) &&
	!usual.test(name) &&
	!negotiating.test(name) &&
	!isSecretField(name);
