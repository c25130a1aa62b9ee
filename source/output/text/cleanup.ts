import {
	type CleanupCard,
	type CleanupPlan,
	type CleanupRetry,
	type CleanupRule,
	type CleanupSettings,
	type CleanupView,
	type DeletedCleanupRule,
	type Deletion,
	type Dismissed,
	type PlannedDelete,
	type StartedCleanup,
	type UncreatedCall,
	type UnplannedRecord,
	recordsToClean,
} from '../../../contract/cleanup.ts';
import type {Page} from '../../../contract/fields.ts';
import {settledWords} from '../../view-model/orphan-words.ts';
import {cleanLine} from '../clean.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, table, pageText} from '../table.ts';

const source = ({sourceEndpoint: {method, path}}: CleanupCard) => `${method} ${path}`;

const id: Column<CleanupCard> = {key: 'id', head: 'ID', cell: card => card.resourceId};
const resource: Column<CleanupCard> = {key: 'resource', head: 'RESOURCE', cell: card => card.label};
const createdBy: Column<CleanupCard> = {key: 'created-by', head: 'CREATED BY', cell: card => card.createdBy.title};
const capturedId: Column<CleanupCard> = {key: 'captured-id', head: 'CAPTURED ID', cell: card => card.capturedId};
const sourceEndpoint: Column<CleanupCard> = {key: 'source', head: 'SOURCE ENDPOINT', cell: source};

const orphanColumns: Column<CleanupCard>[] = [
	id,
	resource,
	createdBy,
	capturedId,
	sourceEndpoint,
	{key: 'reason', head: 'REASON', cell: reasonOf},
];

const cleanedColumns: Column<CleanupCard>[] = [
	id,
	resource,
	createdBy,
	{
		key: 'cleaned-up',
		head: 'CLEANED UP',
		cell: card => settledWords(card) ?? card.badge ?? plannedTest(card),
	},
];

const plannedTest = ({cleanupTest}: CleanupCard): string | null =>
	cleanupTest ? `${cleanupTest.title} (${cleanupTest.status})` : null;

const otherColumns: Column<CleanupCard>[] = [
	id,
	resource,
	createdBy,
	capturedId,
	sourceEndpoint,
	{key: 'outcome', head: 'OUTCOME', cell: card => card.outcome},
];

const callColumns: Column<UncreatedCall>[] = [
	{key: 'call', head: 'CALL', cell: ({method, path}) => `${method} ${path}`},
	{key: 'test', head: 'TEST', cell: ({title}) => title},
	{key: 'why', head: 'WHY', cell: ({text}) => text},
];

/** The address of a DELETE, with its body where it has one. */
const addressOf = ({url, body}: Deletion): string => [url, body ?? ''].join(' ').trim();

/** Texts of a plan fold here; an address stands alone on its line and is never cut. */
const planWidth = 78;

/** What a cleanup would send, in its order, and what it would leave alone. */
export const cleanupPlan = ({mode, state, deletes, notSent}: CleanupPlan, look: Look): string =>
	[
		`mode: ${mode}\ncleanup: ${look.status(cleanLine(state))}\n`,
		`Would be sent (${deletes.length})\n${deletes.map(plannedDelete).join('')}`,
		`Would not be sent (${notSent.length})\n${notSent.map(unplannedRecord).join('')}`,
	].join('\n');

const plannedDelete = ({deletion, createdBy, proof, ifRefused = []}: PlannedDelete): string =>
	planEntry(`DELETE ${addressOf(deletion)}`, [
		`made by: ${createdBy.title}`,
		`proof: ${proof?.text ?? 'none'}`,
		...(ifRefused.length > 0 ? [`if it is refused for its state, first: ${ifRefused.join(', or ')}`] : []),
	]);

const unplannedRecord = ({resourceId, label, capturedId, deletion, why}: UnplannedRecord): string =>
	planEntry([resourceId, label, capturedId].filter(Boolean).join('  '), [
		...(deletion ? [`DELETE ${addressOf(deletion)}`] : []),
		why,
	]);

const planEntry = (head: string, texts: readonly string[]): string =>
	[
		cleanLine(head),
		...texts.flatMap(text =>
			(text.startsWith('DELETE ') ? [cleanLine(text)] : folded(cleanLine(text))).map(line => `  ${line}`),
		),
	]
		.map(line => `${line}\n`)
		.join('');

/** A text in lines that fit; a word that is longer keeps a line of its own. */
function folded(text: string): string[] {
	const lines: string[] = [];
	for (const word of text.split(' ')) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + word.length < planWidth) lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines;
}

export const startedCleanup = ({resourceIds}: StartedCleanup): string => `started ${resourceIds.length}\n`;

export const cleanupSettings = (settings: CleanupSettings): string =>
	labelBlock([
		['projectId', settings.projectId],
		['mode', settings.mode],
		['parallel', String(settings.parallel)],
		['readBefore', String(settings.readBefore)],
		['handles', settings.handles.map(({method, path, pointer}) => `${method} ${path} ${pointer}`).join(', ') || 'none'],
		['masked', settings.maskedFields.add.join(', ') || 'the usual fields'],
		['notMasked', settings.maskedFields.remove.join(', ') || 'none'],
		['updatedAt', settings.updatedAt ?? 'never'],
	]);

/** Of what an API says to a DELETE, in characters: enough for why it refuses. */
const mostSaid = 160;

/** Why a record is still there: the answer of its DELETE, or that there is none to send. */
function reasonOf({reason, cleanupTest}: CleanupCard): string | null {
	if (cleanupTest?.status !== 'Failed') return reason;
	const {httpStatus, error, responseBody} = cleanupTest;
	const said = cleanLine(responseBody ?? '').trim();
	const words = /[a-z]/i.test(said) ? `: ${said.length > mostSaid ? `${said.slice(0, mostSaid)}…` : said}` : '';
	const answer = httpStatus === null ? (error ?? 'no answer') : `DELETE answered ${httpStatus}${words}`;
	return reason === null ? answer : `${reason}: ${answer}`;
}

/** The cleanup of a batch: what might be orphaned, what was cleaned up, and what is kept or not decided yet. */
export function cleanup({state, progress, orphaned, cleanedUp, pending, calls}: CleanupView, look: Look): string {
	const head = [
		`cleanup: ${look.status(cleanLine(state))}`,
		`progress: ${progress.cleaned} of ${recordsToClean(progress)} cleaned`,
	];
	return [
		head.map(line => `${line}\n`).join(''),
		section('Might be orphaned', orphaned, orphanColumns, look),
		section('Cleaned up', cleanedUp, cleanedColumns, look),
		...(pending.length > 0 ? [section('Kept or pending', pending, otherColumns, look)] : []),
		...(calls && calls.length > 0 ? [section('Calls that left nothing', calls, callColumns, look)] : []),
	].join('\n');
}

function section<Row>(title: string, cards: readonly Row[], columns: Column<Row>[], look: Look): string {
	const rows = cards.length === 0 ? '' : table(columns, cards, {}, {look});
	return `${title} (${cards.length})\n${rows}`;
}

const withUnchanged = (line: string, {unchanged}: Dismissed): string =>
	unchanged.length === 0 ? `${line}\n` : `${line}\nunchanged ${unchanged.length}\n`;

export const dismissedResources = (answer: Dismissed): string =>
	withUnchanged(`dismissed ${answer.dismissed.length}`, answer);

export const restoredResources = (answer: Dismissed): string =>
	withUnchanged(`restored ${answer.restored.length}`, answer);

export const retriedCleanup = ({cleanupTestIds}: CleanupRetry): string => `retried ${cleanupTestIds.length}\n`;

const ruleColumns: Column<CleanupRule>[] = [
	{key: 'id', head: 'ID', cell: rule => rule.ruleId},
	{key: 'rule', head: 'RULE', cell: rule => rule.resolved},
	{key: 'created', head: 'CREATED', cell: rule => rule.createdAt},
];

export const cleanupRules = (page: Page<CleanupRule>, look: Look): string =>
	pageText(page, {columns: ruleColumns, things: 'cleanup rules', shape: {}, look});

export const cleanupRule = ({ruleId, instruction, kind, resolved, createdAt}: CleanupRule): string =>
	labelBlock([
		['ruleId', ruleId],
		['instruction', instruction],
		['kind', kind],
		['rule', resolved],
		['createdAt', createdAt],
	]);

export const deletedRule = ({ruleId, deletedAt}: DeletedCleanupRule): string =>
	labelBlock([
		['ruleId', ruleId],
		['deletedAt', deletedAt],
	]);
