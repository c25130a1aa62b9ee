import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import * as z from 'zod/mini';
import {priorities} from '../contract/enums.ts';

const variableName = z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/));

const manifestTest = z.strictObject({
	/** File beside the manifest. */
	file: z.string().check(z.regex(/^[a-z0-9_]+\.py$/)),
	name: z.string().check(z.minLength(1), z.maxLength(200)),
	description: z.string().check(z.maxLength(2000)),
	priority: z.enum(priorities),
	produces: z.array(variableName),
	consumes: z.array(variableName),
	category: z.optional(z.enum(['teardown', 'cleanup'])),
});
export type ManifestTest = z.infer<typeof manifestTest>;

const manifestSchema = z.strictObject({
	tests: z.array(manifestTest).check(z.minLength(1)),
	/** What a run has to find, by test name; `orphanFamilies` are collections without a DELETE (`newsletter-subscriptions`). */
	expected: z.strictObject({
		failed: z.array(z.string()),
		blocked: z.array(z.string()),
		orphanFamilies: z.array(z.string()),
	}),
});
export type Manifest = z.infer<typeof manifestSchema>;

function duplicates(values: string[]): string[] {
	return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}

/** What is wrong between the entries of a manifest, in words; empty when it holds together. */
export function manifestProblems({tests, expected}: Manifest): string[] {
	const names = new Set(tests.map(({name}) => name));
	const produced = new Set(tests.flatMap(({produces}) => produces));
	return [
		...duplicates(tests.map(({name}) => name)).map(name => `two tests are called "${name}"`),
		...duplicates(tests.map(({file}) => file)).map(file => `two tests use the file ${file}`),
		...duplicates(tests.flatMap(({produces}) => produces)).map(name => `two tests produce ${name}`),
		...tests.flatMap(({name, consumes}) =>
			consumes
				.filter(variable => !produced.has(variable))
				.map(variable => `nothing produces ${variable} for "${name}"`),
		),
		...[...expected.failed, ...expected.blocked]
			.filter(name => !names.has(name))
			.map(name => `"${name}" is expected but is not a test`),
		...expected.failed
			.filter(name => expected.blocked.includes(name))
			.map(name => `"${name}" cannot be both failed and blocked`),
	];
}

/** Reads `manifest.json` of a folder of tests; throws when it is malformed, does not hold together or lacks a file. */
export function readManifest(folder: string): Manifest {
	const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
	const problems = [
		...manifestProblems(manifest),
		...manifest.tests
			.filter(({file}) => !existsSync(join(folder, file)))
			.map(({file}) => `the file ${file} is missing`),
	];
	if (problems.length > 0) throw new Error(`The demo's manifest does not hold together: ${problems.join('; ')}.`);
	return manifest;
}
