import {mkdirSync, readdirSync, statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import type {Context} from '../../../context.ts';
import type {SiteProposal} from '../../../../contract/site-discovery.ts';
import {fileErrorWords} from '../../../process/file-error-words.ts';
import {refusedFlag} from '../../../errors/api-error.ts';

/** Before anything is read: a folder that has plans would mix them with the proposed ones. */
export function checkFolder(out: string | undefined, force: boolean, {cwd}: Context): void {
	if (out === undefined) return;
	const folder = resolve(cwd, out);
	const stat = statSync(folder, {throwIfNoEntry: false});
	if (stat === undefined) return;
	if (!stat.isDirectory()) throw refusedFlag('out', {reason: 'no_directory', text: `${out} is no directory`});
	if (!force && readdirSync(folder).some(name => name.endsWith('.json')))
		throw refusedFlag('out', {
			reason: 'file_exists',
			text: `${out} holds plans already; name another folder, or --force replaces those of the same name`,
		});
}

/** Each plan as a file of its own, complete or not there. Resolves with their paths. */
export async function writeProposals(
	out: string,
	proposals: readonly SiteProposal[],
	{cwd, dryRun, files}: Context,
): Promise<string[]> {
	if (!dryRun) makeFolder(resolve(cwd, out), out);
	const digits = String(proposals.length).length;
	const written: string[] = [];
	for (const [place, {plan}] of proposals.entries()) {
		const number = String(place + 1).padStart(Math.max(2, digits), '0');
		const path = join(out, `${number}-${slugOf(plan.name)}.json`);
		written.push(await files.write(path, `${JSON.stringify(plan, null, 2)}\n`, {flag: 'out'}));
	}
	return written;
}

function makeFolder(folder: string, out: string): void {
	try {
		mkdirSync(folder, {recursive: true});
	} catch (error) {
		const {code} = error as NodeJS.ErrnoException;
		if (code === undefined) throw error;
		throw refusedFlag('out', {reason: 'not_writable', text: `${out} cannot be made (${fileErrorWords(code)})`});
	}
}

/** Letters and digits of any name, so that the page decides nothing of the path. */
function slugOf(name: string): string {
	const plain = name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-+|(?<!-)-+$/g, '');
	return plain.slice(0, 60).replace(/(?<!-)-+$/, '') || 'plan';
}
