import type {ProjectId} from '../../contract/ids.ts';
import {inParallel, usualLimit} from '../../contract/in-parallel.ts';
import {recordsIn} from '../inference/body-records.ts';
import {handleText, parsedJson} from '../inference/json-value.ts';
import type {AnsweredCall} from '../inference/member-calls.ts';
import {segmentsOf} from '../inference/path-template.ts';
import type {SearchedResource} from '../store/cleanup/sweep-store.ts';
import {bodyOf, type RecordReader} from './read-back.ts';
import type {MemberReads} from './resources-of-batch.ts';
import type {SweepGet} from './sweep-get.ts';

/** How many records are read at most, and how many guesses at their handles are tried. */
const mostRecords = 500;
const mostGuesses = 50;

/**
 * Reads the records of which something is missing that their own answer would tell: the revision that their DELETE names,
 * or which of several values is their handle. What cannot be read, or is answered to any handle alike, tells nothing; a
 * guess counts when it alone shows a record with the fields that the creating call has told.
 *
 * @param mayAsk whether the cleanup of a project may send anything
 * @returns what was shown, for every project that may be asked
 */
export async function readMembers(
	resources: readonly SearchedResource[],
	mayAsk: (projectId: ProjectId) => boolean,
	reader: RecordReader,
	get: SweepGet,
): Promise<MemberReads> {
	const asked = resources.filter(({projectId}) => mayAsk(projectId)).map(({projectId}) => projectId);
	const found = new Map<string, AnsweredCall[]>(asked.map(projectId => [projectId, []]));
	let guesses = 0;
	const wanted = resources.filter(({outcome, reads, projectId}) => {
		if (outcome !== 'pending' || reads.length === 0 || !mayAsk(projectId)) return false;
		guesses += reads.filter(({isGuess}) => isGuess).length;
		return !reads.some(({isGuess}) => isGuess) || guesses <= mostGuesses;
	});
	await inParallel(wanted.slice(0, mostRecords), usualLimit, async resource => {
		const shown: AnsweredCall[] = [];
		const context: AnsweredCall[] = [];
		for (const {url, handle, isGuess, isContext = false} of resource.reads) {
			const {presence, answer} = await reader.read(url, handle, false, address => get({...resource, handle}, address));
			const call = answeredCall(url, answer);
			if (isContext && presence === 'there') context.push(call);
			else if (presence === 'there' && (!isGuess || repeats(call.response, resource.fields, handle))) shown.push(call);
		}
		if (shown.length === 1)
			found.set(resource.projectId, [...(found.get(resource.projectId) ?? []), ...context, ...shown]);
	});
	return found;
}

/** Fields that change by themselves. */
const changing = /(?:at|on|date|time|count|version|rev|revision|etag|status|state)$|^_?(?:updated|modified|last)/i;

/** Whether an answer shows a record with the fields that are known, and with one of them beside its handle. */
function repeats(answer: unknown, fields: SearchedResource['fields'], handle: string): boolean {
	const [record] = recordsIn(answer, new Set());
	if (!record) return false;
	const shared = Object.entries(fields).flatMap(([name, value]) => {
		const [known, shown] = [handleText(value), handleText(record[name])];
		return known === null || shown === null ? [] : [{name, isEqual: known === shown, known}];
	});
	return (
		shared.every(({name, isEqual}) => isEqual || changing.test(name)) &&
		shared.some(({isEqual, known}) => isEqual && known !== handle)
	);
}

const answeredCall = (url: string, answer: Parameters<typeof bodyOf>[0]): AnsweredCall => ({
	method: 'GET',
	segments: segmentsOf(new URL(url).pathname),
	status: answer.status,
	response: parsedJson(bodyOf(answer)),
	responseHeaders: (answer.detail as {responseHeaders?: Record<string, string>}).responseHeaders ?? {},
});
