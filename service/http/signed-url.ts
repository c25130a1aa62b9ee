import {createHmac, hkdfSync} from 'node:crypto';
import type {IncomingHttpHeaders} from 'node:http';
import {basePath} from '../../contract/route.ts';
import {isSameSecret} from './peer.ts';

/** "Signed URLs live 15 minutes." */
export const signedUrlSeconds = 15 * 60;

const keyBytes = 32;

/** The key that signs addresses: derived, so that it opens nothing that the key of the data directory encrypts. */
export const deriveAssetKey = (secretKey: Uint8Array): Uint8Array =>
	new Uint8Array(hkdfSync('sha256', secretKey, '', 'svc: signed addresses of assets', keyBytes));

/**
 * The address of an asset that needs no key until it expires.
 *
 * @param origin of the service as the caller reaches it
 * @param now epoch milliseconds
 */
export function signedUrl(key: Uint8Array, origin: string, assetId: string, now: number): string {
	const exp = Math.floor(now / 1000) + signedUrlSeconds;
	return `${origin}${basePath}/assets/${assetId}?exp=${exp}&sig=${signatureOf(key, assetId, String(exp))}`;
}

/** The address that takes the bytes of one upload until it expires; it needs no key either. */
export function signedUploadUrl(key: Uint8Array, origin: string, uploadId: string, now: number): string {
	const exp = Math.floor(now / 1000) + signedUrlSeconds;
	const sig = signatureOf(key, signedUpload(uploadId), String(exp));
	return `${origin}${basePath}/${signedUpload(uploadId)}?exp=${exp}&sig=${sig}`;
}

/** What is signed for an upload; no asset has such an id. */
export const signedUpload = (uploadId: string): string => `uploads/${uploadId}`;

/** Whether an address was signed by this service, and has not expired. */
export function isValidSignature(
	key: Uint8Array,
	assetId: string,
	{exp, sig}: {exp?: unknown; sig?: unknown},
	now: number,
): boolean {
	if (typeof exp !== 'string' || typeof sig !== 'string' || !/^\d{1,12}$/.test(exp)) return false;
	return isSameSecret(sig, signatureOf(key, assetId, exp)) && now < Number(exp) * 1000;
}

const signatureOf = (key: Uint8Array, assetId: string, exp: string): string =>
	createHmac('sha256', key).update(`${assetId}\n${exp}`).digest('base64url');

/** The origin by which a caller reached the service, a proxy in front of it included. The answer goes to nobody else. */
export function originOfRequest(headers: IncomingHttpHeaders): string {
	const host = firstOf(headers['x-forwarded-host']) ?? headers.host ?? '';
	const isSecure = firstOf(headers['x-forwarded-proto']) === 'https';
	const origin = `${isSecure ? 'https' : 'http'}://${host}`;
	return URL.canParse(origin) ? new URL(origin).origin : 'http://127.0.0.1';
}

const firstOf = (header: string | string[] | undefined): string | undefined =>
	(Array.isArray(header) ? header[0] : header)?.split(',', 1)[0]?.trim() || undefined;
