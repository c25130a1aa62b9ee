import type {Batch, BatchMember} from '../contract/batch.ts';
import type {CleanupCard, CleanupView} from '../contract/cleanup.ts';
import type {Manifest} from './manifest.ts';
import {cleanText} from './svc.ts';

export type JudgedMember = Pick<BatchMember, 'testId' | 'name' | 'status' | 'failureKind' | 'error' | 'blockedBy'>;
interface JudgedBatch extends Pick<Batch, 'phase'> {
	members: JudgedMember[];
}

/** The part of the cleanup view that the demo judges: which records stayed in the shop, and where they came from. */
interface CleanupReport {
	progress: Pick<CleanupView['progress'], 'pending'>;
	orphaned: Pick<CleanupCard, 'label' | 'sourceEndpoint'>[];
}

export interface Evidence {
	manifest: Manifest;
	/** The batch after its end. */
	batch: JudgedBatch;
	/** Undefined when the service has no cleanup to report on; the orphan is then not looked for. */
	cleanup?: CleanupReport | undefined;
}

interface Judgement {
	/** `14 passed, 1 failed, 3 blocked`. */
	summary: string;
	found: string[];
	missing: string[];
	unexpected: string[];
	/** What was not looked for, and why. */
	notes: string[];
	/** 0 when nothing is missing and nothing unexpected turned up. */
	exitCode: 0 | 1;
	/** All of the above for people, the verdict last. */
	lines: string[];
}

const quoted = (member: Pick<JudgedMember, 'name'>) => `"${cleanText(member.name)}"`;
const because = ({error}: JudgedMember) => (error === null || error === '' ? '' : `: ${cleanText(error)}`);

function summarize(members: JudgedMember[]): string {
	const count = (status: string) => members.filter(member => member.status === status).length;
	const counts = [`${count('passed')} passed`, `${count('failed')} failed`, `${count('blocked')} blocked`];
	const rest = members.length - count('passed') - count('failed') - count('blocked');
	return [...counts, ...(rest > 0 ? [`${rest} without a verdict`] : [])].join(', ');
}

type Observations = Pick<Judgement, 'found' | 'missing' | 'unexpected' | 'notes'>;

/** A failure is the hidden one only when the test's own check failed, not when it could not reach the shop. */
function judgeFailures({manifest, batch}: Evidence, seen: Observations): void {
	for (const name of manifest.expected.failed) {
		const member = batch.members.find(candidate => candidate.name === name);
		if (member?.status !== 'failed') {
			seen.missing.push(
				`the bug: "${name}" ${member === undefined ? 'did not run' : `ended ${cleanText(member.status)}`}`,
			);
		} else if (member.failureKind === 'assertion') {
			seen.found.push(`the bug: ${quoted(member)} failed${because(member)}`);
		} else {
			const kind = cleanText(member.failureKind ?? 'unknown');
			seen.missing.push(`the bug: ${quoted(member)} failed for another reason (${kind})${because(member)}`);
		}
	}
}

/** A Blocked test is the bug's consequence only when its root producer is the one that failed. */
function judgeBlocked({manifest, batch}: Evidence, seen: Observations): void {
	const failedIds = batch.members.filter(({name}) => manifest.expected.failed.includes(name)).map(({testId}) => testId);
	for (const name of manifest.expected.blocked) {
		const member = batch.members.find(candidate => candidate.name === name);
		const root = member?.blockedBy?.producer;
		if (member?.status !== 'blocked') {
			seen.missing.push(
				`a consequence: "${name}" ${member === undefined ? 'did not run' : `ended ${cleanText(member.status)}`} instead of Blocked`,
			);
		} else if (root && failedIds.includes(root.testId)) {
			const variable = member.blockedBy?.variable;
			seen.found.push(
				`a consequence: ${quoted(member)} is Blocked${variable ? `, it waits for ${cleanText(variable)}` : ''}`,
			);
		} else {
			seen.missing.push(`a consequence: ${quoted(member)} is Blocked for another reason${because(member)}`);
		}
	}
}

function judgeOthers({manifest, batch}: Evidence, seen: Observations): void {
	const {failed, blocked} = manifest.expected;
	const names = new Set(manifest.tests.map(({name}) => name));
	for (const member of batch.members) {
		if (!names.has(member.name)) seen.unexpected.push(`${quoted(member)} is not a test of the demo`);
		else if (failed.includes(member.name) || blocked.includes(member.name) || member.status === 'passed') continue;
		else seen.unexpected.push(`${quoted(member)} ended ${cleanText(member.status)}${because(member)}`);
	}
	for (const {name} of manifest.tests) {
		if (failed.includes(name) || blocked.includes(name)) continue;
		if (!batch.members.some(member => member.name === name)) seen.unexpected.push(`"${name}" did not run`);
	}
	if (batch.phase !== 'done') seen.unexpected.push(`the run has not ended, its phase is ${cleanText(batch.phase)}`);
}

function judgeOrphans({manifest, cleanup}: Evidence, seen: Observations): void {
	const wanted = manifest.expected.orphanFamilies;
	if (cleanup === undefined) {
		seen.notes.push('The record that cannot be deleted was not looked for: this build has no `svc batch cleanup`.');
		return;
	}
	const orphans = cleanup.orphaned.map(({label, sourceEndpoint}) => ({
		family: familyOf(sourceEndpoint.path),
		words: `${cleanText(label)} of ${cleanText(sourceEndpoint.method)} ${cleanText(sourceEndpoint.path)}`,
	}));
	for (const family of wanted) {
		const orphan = orphans.find(candidate => candidate.family === family);
		if (orphan === undefined) seen.missing.push(`the orphan: nothing of /${family} was reported as left behind`);
		else seen.found.push(`the orphan: ${orphan.words} cannot be deleted`);
	}
	for (const {family, words} of orphans) {
		if (!wanted.includes(family)) seen.unexpected.push(`${words} was left behind`);
	}
	const {pending} = cleanup.progress;
	if (pending > 0) seen.unexpected.push(`cleanup ended without a decision on ${pending} of its records`);
}

function linesOf(summary: string, {found, missing, unexpected, notes}: Observations): string[] {
	const verdict =
		missing.length + unexpected.length === 0
			? 'The run found exactly what is hidden in the shop.'
			: `The run did not find exactly what is hidden in the shop: ${missing.length} missing, ${unexpected.length} unexpected.`;
	return [
		...found.map(text => `✓ found ${text}`),
		...missing.map(text => `✗ missing ${text}`),
		...unexpected.map(text => `✗ unexpected: ${text}`),
		...notes.map(text => `· ${text}`),
		'',
		summary,
		verdict,
	];
}

/** Compares what a run found with what is hidden in the shop: the bug, its Blocked consumers and the orphan. Pure. */
export function judge(evidence: Evidence): Judgement {
	const seen: Observations = {found: [], missing: [], unexpected: [], notes: []};
	judgeFailures(evidence, seen);
	judgeBlocked(evidence, seen);
	judgeOthers(evidence, seen);
	judgeOrphans(evidence, seen);
	const summary = summarize(evidence.batch.members);
	const exitCode = seen.missing.length + seen.unexpected.length === 0 ? 0 : 1;
	return {summary, ...seen, exitCode, lines: linesOf(summary, seen)};
}

/** The collection that a creating endpoint belongs to: `/carts/{cartId}/items` → `items`. */
function familyOf(path: string): string {
	const segments = path.split('/').filter(segment => segment !== '' && !/^[{:]/.test(segment));
	return segments.at(-1) ?? path;
}
