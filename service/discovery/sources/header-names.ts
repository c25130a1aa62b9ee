import {isSecretField} from './secret-fields.ts';

/** Headers that every client sends or every server answers: they say nothing of an operation. */
const usual =
	/^(?::.*|accept(?:-.*)?|access-control-.*|age|allow|alt-svc|authorization|baggage|cache-control|cf-.*|connection|content-.*|cookie|cross-origin-.*|date|dnt|expect.*|expires|forwarded|from|host|if-.*|keep-alive|last-modified|nel|origin|permissions-policy|postman-token|pragma|priority|proxy-.*|referer|referrer-policy|report-to|save-data|sec-.*|server(?:-timing)?|set-cookie.*|strict-transport-security|te|timing-.*|trailer|transfer-encoding|traceparent|tracestate|upgrade.*|user-agent|vary|via|x-(?:content-type-options|dns-.*|download-.*|forwarded-.*|frame-options|permitted-.*|powered-by|real-ip|requested-with|xss-.*))$/i;

/** A header that an operation is asked or answers with for a reason of its own. */
export const isOwnHeader = (name: string): boolean =>
	name.length <= 128 && /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) && !usual.test(name) && !isSecretField(name);
