import {spellings, secretValues} from '../domain/secret-spellings.ts';
import type {RunJob} from './runner.ts';

/**
 * Every spelling in which a secret of a job may appear in a URL, a header, a body, a traceback or the output, longest
 * first, so that no replacement leaves a part of a longer one behind.
 */
export function secretForms(job: Pick<RunJob, 'secrets' | 'auth'>): string[] {
	const forms = new Set(secretValues(job).flatMap(spellings));
	return [...forms].sort((a, b) => b.length - a.length);
}

/** Both lists as one, longest first. */
export const withForms = (forms: readonly string[], more: readonly string[]): string[] =>
	[...new Set([...forms, ...more])].sort((a, b) => b.length - a.length);
