import {Buffer} from 'node:buffer';
import type {RunJob} from './runner.ts';

/**
 * Every spelling in which a secret of a job may appear in a URL, a header, a body, a traceback or the output, longest
 * first, so that no replacement leaves a part of a longer one behind.
 */
export function secretForms(job: Pick<RunJob, 'secrets' | 'auth'>): string[] {
	const headerValues = Object.values(job.auth.headers);
	// `Bearer abc`: a test may print the token without its scheme.
	const withoutScheme = headerValues.map(value => value.replace(/^[A-Za-z-]+ +/, ''));
	const secrets = [...job.secrets, job.auth.credential, ...headerValues, ...withoutScheme].filter(Boolean);
	const forms = new Set(secrets.flatMap(spellings));
	return [...forms].sort((a, b) => b.length - a.length);
}

function spellings(secret: string): string[] {
	const json = JSON.stringify(secret).slice(1, -1);
	const inUrl = urlSpelling(secret);
	return [
		secret,
		json,
		json.replace(/[\u007f-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
		inUrl,
		inUrl.replaceAll('%20', '+'),
		// How Python writes a text in quotes.
		secret.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n'),
		// A short value in base64 is a few letters that stand everywhere.
		...(secret.length >= 8 ? [Buffer.from(secret).toString('base64').replace(/=+$/, '')] : []),
	];
}

function urlSpelling(secret: string): string {
	try {
		return encodeURIComponent(secret);
	} catch {
		// Half a surrogate pair has no place in a URL.
		return secret;
	}
}
