import {rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as z from 'zod/mini';
import {type CleanupView, cleanupView} from '../contract/cleanup.ts';
import type {BatchId, ProjectId} from '../contract/ids.ts';
import type {Manifest, ManifestTest} from './manifest.ts';
import {manager} from './shop/resources/auth.ts';
import {type Svc, SvcError} from './svc.ts';

function creationArguments(projectId: ProjectId, folder: string, test: ManifestTest): string[] {
	return [
		...['test', 'create', '--project', projectId, '--type', 'backend'],
		...[`--name=${test.name}`, `--description=${test.description}`, '--priority', test.priority],
		...['--code-file', join(folder, test.file)],
		...test.produces.flatMap(name => ['--produces', name]),
		...test.consumes.flatMap(name => ['--needs', name]),
		...(test.category === undefined ? [] : ['--category', test.category]),
	];
}

/** Cleanup sends what the project is configured with: the values that tests log in with are masked before it sees them. */
async function giveCredential(svc: Svc, projectId: ProjectId, home: string, shopUrl: string): Promise<void> {
	const answer = await fetch(`${shopUrl}/auth/login`, {
		method: 'POST',
		headers: {'content-type': 'application/json'},
		body: JSON.stringify(manager),
	});
	const {token} = z.looseObject({token: z.string()}).parse(await answer.json());
	const file = join(home, 'shop-token');
	writeFileSync(file, token, {mode: 0o600});
	try {
		const args = ['project', 'credential', projectId, '--type', 'Bearer token', '--credential-file', file];
		await svc.json(args, z.looseObject({}));
	} finally {
		rmSync(file, {force: true});
	}
}

/** Has the endpoints of the shop read out of its own document; gives their number. */
async function readEndpoints(svc: Svc, projectId: ProjectId, home: string, shopUrl: string): Promise<number> {
	const file = join(home, 'shop-openapi.json');
	const answer = await fetch(`${shopUrl}/openapi.json`);
	writeFileSync(file, await answer.text());
	try {
		await svc.json(['project', 'docs', 'upload', projectId, file, '--role', 'api-doc'], z.looseObject({}));
		const args = ['endpoint', 'discover', '--project', projectId, '--no-probe', '--wait'];
		const {endpoints} = await svc.json(args, z.looseObject({endpoints: z.number()}));
		return endpoints;
	} finally {
		rmSync(file, {force: true});
	}
}

/** Test ids by name. One after the other: the service chooses between equal tests by their age. */
async function createTests(svc: Svc, projectId: ProjectId, folder: string, manifest: Manifest) {
	const ids = new Map<string, string>();
	for (const test of manifest.tests) {
		const args = creationArguments(projectId, folder, test);
		const {testId} = await svc.json(args, z.looseObject({testId: z.string()}));
		ids.set(test.name, testId);
	}
	return ids;
}

type Stage = {
	shopUrl: string;
	/** Directory of the demo, for the files that a command reads. */
	home: string;
	/** Folder of the tests. */
	tests: string;
	manifest: Manifest;
	print(line: string): void;
};

/** A project of the shop with its login, its endpoints and the tests that were written by hand; test ids by name. */
export async function makeShopProject(
	svc: Svc,
	{shopUrl, home, tests, manifest, print}: Stage,
): Promise<{projectId: ProjectId; testIds: Map<string, string>}> {
	const {id: projectId} = await svc.json(
		['project', 'create', '--type', 'backend', '--name', 'Demo shop', '--url', shopUrl],
		z.looseObject({id: z.string()}),
	);
	print(`✓ project ${projectId} created`);
	await giveCredential(svc, projectId, home, shopUrl);
	const endpoints = await readEndpoints(svc, projectId, home, shopUrl);
	print(`✓ the project has a login of the shop and knows its ${endpoints} endpoints, so that cleanup can work`);
	const testIds = await createTests(svc, projectId, tests, manifest);
	print(`✓ ${testIds.size} tests created`);
	return {projectId, testIds};
}

/** What cleanup reported; undefined when this build or its service has no cleanup (exit 2, 5 or 7). */
export async function readCleanup(svc: Svc, batchId: BatchId): Promise<CleanupView | undefined> {
	try {
		return await svc.json(['batch', 'cleanup', batchId], cleanupView);
	} catch (error) {
		if (error instanceof SvcError && [2, 5, 7].includes(error.exitCode)) return undefined;
		throw error;
	}
}
