import type {FastifyInstance} from 'fastify';
import {basePath} from '../../../contract/route.ts';
import {readAssetId} from '../../domain/run-part.ts';
import {notFound, ServiceError} from '../../domain/service-error.ts';
import {rangeNotSatisfiable} from '../error-answer.ts';
import type {Services} from '../services.ts';
import {isValidSignature} from '../signed-url.ts';

/** Bytes that a request asks for, both ends included; `unsatisfiable` when none of them exist. */
type ByteRange = {from: number; to: number} | 'unsatisfiable';

/**
 * Reads a `Range` header for a body of `size` bytes. Null: answer all of it, because the header is absent, asks for
 * something other than bytes, for several ranges, or cannot be read (RFC 9110 lets a server ignore those).
 */
function byteRange(header: string | undefined, size: number): ByteRange | null {
	const found = /^bytes=\s*(?:(\d+)\s*)?-\s*(\d*)$/i.exec(header?.trim() ?? '');
	if (!found) return null;
	const [, first = '', last = ''] = found;
	if (first === '' && last === '') return null;
	if (first === '') {
		const count = Number(last);
		return count === 0 || size === 0 ? 'unsatisfiable' : {from: Math.max(0, size - count), to: size - 1};
	}
	const from = Number(first);
	const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
	if (last !== '' && Number(last) < from) return null;
	return from >= size ? 'unsatisfiable' : {from, to};
}

/** Parts of runs behind signed addresses: no key, ranges, 15 minutes. */
export function assetRoutes(app: FastifyInstance, {failures, assetKey, now}: Services): void {
	app.get<{Params: {assetId: string}; Querystring: {exp?: unknown; sig?: unknown}}>(
		`${basePath}/assets/:assetId`,
		// A compressed answer has no ranges of the original.
		{compress: false},
		async (request, reply) => {
			const {assetId} = request.params;
			if (!isValidSignature(assetKey, assetId, request.query, now())) throw urlExpired();
			const id = readAssetId(assetId);
			const asset = id && (await failures.readAsset(id.runId, id.part));
			if (!asset) throw notFound('asset', assetId);
			const {body, contentType, fileName} = asset;
			const range = byteRange(request.headers.range, body.length);
			if (range === 'unsatisfiable') {
				const {status, headers, envelope} = rangeNotSatisfiable(body.length, request.id);
				return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(envelope);
			}
			reply.headers({
				'accept-ranges': 'bytes',
				'content-disposition': `attachment; filename="${fileName}"`,
				// What an API answered is shown by whoever asked, never run by a browser.
				'x-content-type-options': 'nosniff',
				'content-security-policy': "default-src 'none'; sandbox",
			});
			reply.type(contentType);
			if (range === null) return reply.send(Buffer.from(body));
			reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${body.length}`);
			return reply.send(Buffer.from(body.subarray(range.from, range.to + 1)));
		},
	);
}

const urlExpired = () =>
	new ServiceError('AUTH_FORBIDDEN', 'This address has expired, or was not made by this service.', {
		nextAction: 'Ask for the failure again: its answer has fresh addresses.',
		details: {reason: 'url_expired'},
	});
