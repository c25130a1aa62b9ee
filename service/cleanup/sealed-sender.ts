import {type Sealing, sealedPattern} from '../domain/sealed-text.ts';
import type {SendRequest} from './send-request.ts';

const notSent = 'not sent: a secret of it cannot be decrypted, because the key of the service was lost or changed';

/**
 * Sends requests whose addresses and headers hold sealed secrets, such as the handle of a record that is a token: they
 * are opened for the wire only, and sealed again where the answer repeats them. What cannot be opened is not sent.
 */
export function sealedSender(
	send: SendRequest,
	{openUrl, openText, openJson, isReadable}: Pick<Sealing, 'openUrl' | 'openText' | 'openJson' | 'isReadable'>,
): SendRequest {
	return async request => {
		const texts = [request.url, request.body ?? '', ...Object.values(request.headers)];
		const sealed = [...new Set(texts.flatMap(text => text.match(sealedPattern) ?? []))];
		if (sealed.length === 0) return send(request);
		if (!sealed.every(isReadable))
			return {status: null, latencyMs: 0, detail: {error: notSent}, body: null, error: notSent};
		const headers = Object.fromEntries(Object.entries(request.headers).map(([name, text]) => [name, openText(text)]));
		const answer = await send({
			...request,
			url: openUrl(request.url),
			headers,
			body: request.body ? openJson(request.body) : null,
		});
		const hidden = sealed
			.flatMap(text => [...new Set([openText(text), openUrl(text)])].map(plain => ({plain, text})))
			.filter(({plain, text}) => plain.length >= 4 && plain !== text)
			.sort((a, b) => b.plain.length - a.plain.length);
		const seal = (text: string) => hidden.reduce((left, one) => left.replaceAll(one.plain, one.text), text);
		return {
			...answer,
			detail: JSON.parse(seal(JSON.stringify(answer.detail))) as object,
			body: answer.body && seal(answer.body),
			...(answer.whole ? {whole: seal(answer.whole)} : {}),
			error: answer.error && seal(answer.error),
		};
	};
}
