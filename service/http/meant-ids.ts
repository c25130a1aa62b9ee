import type {AccountId, ProjectId} from '../../contract/ids.ts';
import {invalid} from '../domain/service-error.ts';
import type {Database} from '../store/database.ts';
import {findNamedThings, isFullId, type Thing} from '../store/projects/named-things.ts';

/** Fields of paths, queries and bodies that hold an id that a person may have written. */
export const thingsOfFields: Readonly<Record<string, Thing>> = {
	projectId: 'project',
	testId: 'test',
	testIds: 'test',
	batchId: 'batch',
	runId: 'run',
	scheduleId: 'schedule',
	listId: 'test_list',
	findingId: 'finding',
	changeSetId: 'change_set',
	refinementId: 'refinement',
	endpointId: 'endpoint',
	endpointIds: 'endpoint',
	producerEndpointId: 'endpoint',
	rowId: 'plan_row',
	rowIds: 'plan_row',
	resourceId: 'document',
	documentIds: 'document',
	resourceIds: 'cleanup_record',
	cleanupTestIds: 'cleanup_test',
	generationId: 'generation',
	setId: 'credential_set',
	ruleId: 'cleanup_rule',
	healId: 'repair',
	keyId: 'key',
	memberId: 'member',
	callId: 'call',
};

/** Where a text is looked for. */
type Scope = {accountId: AccountId; projectId?: ProjectId | undefined};

/**
 * The id that a text stands for: the whole id wins, then what is the beginning of one id alone, then what is the name of
 * one thing alone. A text that stands for nothing stays as it is: whoever looks for it says that there is none.
 *
 * @throws 400 `ambiguous` with the candidates
 */
export async function meantId(
	database: Database,
	thing: Thing,
	scope: Scope,
	field: string,
	text: string,
): Promise<string> {
	if (isFullId(text)) return text;
	const {how, found} = await findNamedThings(database, thing, scope, text);
	const [only, ...others] = found;
	if (!only) return text;
	if (others.length === 0) return only.id;
	const words = thing.replaceAll('_', ' ');
	const listed = found.map(({id, name}) => (name === null || how === 'name' ? id : `${id} (${name})`)).join(', ');
	throw invalid(
		field,
		'ambiguous',
		how === 'name'
			? `${found.length} of the ${words}s are called "${text}": ${listed}. Name the id of one.`
			: `"${text}" begins several ids of ${words}s: ${listed}. Write more of the one that is meant.`,
		found.map(({id}) => id),
	);
}

type Fields = Record<string, unknown>;

/** The same fields with whole ids. */
export async function withMeantIds<Given>(database: Database, scope: Scope, given: Given): Promise<Given> {
	if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
	const meant = {...given} as Fields;
	for (const [field, value] of Object.entries(given)) {
		if (field === 'projectEnvironments' && Array.isArray(value)) {
			const entries: unknown[] = [];
			for (const one of value) entries.push(await withMeantIds(database, scope, one));
			meant[field] = entries;
		}
		const thing = thingOf(field, meant);
		if (!thing) continue;
		const within = {
			...scope,
			projectId: scope.projectId ?? textOf(meant['projectId']),
		};
		if (typeof value === 'string') meant[field] = await meantId(database, thing, within, field, value);
		else if (Array.isArray(value)) {
			const ids: unknown[] = [];
			for (const one of value)
				ids.push(typeof one === 'string' ? await meantId(database, thing, within, field, one) : one);
			meant[field] = ids;
		}
	}
	return meant as Given;
}

function thingOf(field: string, {targetType}: Fields): Thing | undefined {
	// What a schedule runs is a project, or a test list.
	if (field === 'targetId') return targetType === 'testList' ? 'test_list' : 'project';
	return Object.hasOwn(thingsOfFields, field) ? thingsOfFields[field] : undefined;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
