import type {LeftRecord, TryReport} from '../../../contract/documents/try.ts';
import {tellPlaces} from '../../view-model/places.ts';
import {shortReason} from '../../view-model/orphan-words.ts';
import {shellWord} from '../../view-model/shell-word.ts';
import {counted, withOthers} from '../../view-model/counted.ts';
import {cleanLine} from '../clean.ts';

const shownFailures = 4;
const shownHelp = 2;
const shownBlocked = 3;
const shownFindings = 3;
const seconds = (value: number) => `${value.toFixed(1)} s`;
const label = (name: string) => `${name.padEnd(11)} `;

/** About ten lines: what there was, what failed by cause, what stays behind, and what to do next. */
export function tryReport(report: TryReport): string {
	const {
		endpoints,
		families,
		tests,
		chains,
		run,
		failures,
		blocked,
		rejected,
		needsHelp,
		findings,
		cleanup,
		missingValues,
	} = report;
	const made = report.seconds.discover + report.seconds.plan + report.seconds.generate;
	const counts = [counted(endpoints, 'endpoint'), counted(families, 'family', 'families'), counted(tests, 'test')];
	const verdicts = [`${run.passed} passed`, `${run.failed} failed`, `${run.blocked} blocked`];
	if (report.isOutOfTime) verdicts.push(`${run.notRun} not run: the time was over`);
	else if (run.cancelled > 0) verdicts.push(`${run.cancelled} cancelled`);
	const first = report.firstPassSeconds === null ? '' : `, the first green after ${seconds(report.firstPassSeconds)}`;
	const lines = [
		`${label(report.source)}${[...counts, counted(chains, 'chain')].join(', ')}  ${seconds(made)}`,
		`${label('run')}${verdicts.join(' · ')}  ${seconds(report.seconds.run)}${first}`,
		...needsHelp
			.slice(0, shownHelp)
			.flatMap(({endpoint, said, tests: stopped, command}) => [
				`${label('your help')}${endpoint} answers ${said}${stopped > 1 ? ` (${counted(stopped, 'test')})` : ''}`,
				`${label('')}${tellPlaces(ofKept(command, report))}`,
			]),
		...(needsHelp.length > shownHelp
			? [
					`${label('')}and ${counted(needsHelp.length - shownHelp, 'more endpoint')}: ${ofKept(`svc finding list --project ${shellWord(report.projectId)}`, report)}`,
				]
			: []),
		...causeLines(
			'failed',
			failures.map(({endpoint, endpoints: all, error, rows}) => ({
				cause: `${withOthers(endpoint, all)}: ${error}`,
				tests: rows,
			})),
			shownFailures,
		),
		...causeLines('blocked', blocked, shownBlocked),
		...causeLines('no test', rejected, shownBlocked),
		`${label('findings')}${findings} · cleanup ${counted(cleanup.deleted, 'record')} deleted${markedWords(cleanup)}${orphanWords(cleanup)}`,
		...leftLines(report),
		...findingLines(report),
		...(missingValues.length > 0
			? [
					`${label('values')}needed for more: ${missingValues
						.slice(0, 5)
						.map(key => `VAR_${key}`)
						.join(', ')}`,
					`${label('')}${report.kept ? tellPlaces(valueCommand(report)) : `run again with --var ${missingValues[0]}=<value>`}`,
				]
			: []),
		...(report.next.length > 0 ? [`${label('next')}${report.next.join(' · ')}`] : []),
		...(report.kept || run.failed + findings === 0
			? []
			: [`${label('next')}the project is deleted; --keep-project keeps it, with its plan, tests and findings`]),
	];
	return lines.map(line => `${cleanLine(line)}\n`).join('');
}

/** What tests did not pass for, each with how many did not; how many more there are behind the `shown` first ones. */
function causeLines(name: string, causes: TryReport['blocked'], shown: number): string[] {
	const hidden = causes.slice(shown).reduce((sum, {tests}) => sum + tests, 0);
	return [
		...causes
			.slice(0, shown)
			.map(({cause, tests}) => `${label(name)}${cause}${tests > 1 ? ` (${counted(tests, 'test')})` : ''}`),
		...(hidden > 0 ? [`${label('')}and ${counted(hidden, 'more test')}`] : []),
	];
}

/** The findings that a person should look at. Requests that need help are told above already. */
function findingLines({openFindings, findings, needsHelp}: TryReport): string[] {
	const told = openFindings.filter(({kind}) => kind !== 'input_refused' || needsHelp.length === 0);
	const more = findings - (openFindings.length - told.length) - Math.min(told.length, shownFindings);
	return [
		...told.slice(0, shownFindings).map(({title}) => `${label('look at')}${title}`),
		...(told.length > 0 && more > 0 ? [`${label('')}and ${counted(more, 'more finding')}`] : []),
	];
}

/** A command about the project; where that is deleted when the report is read, what has to be done first. */
const ofKept = (command: string, {kept}: TryReport): string =>
	kept ? command : `again with --keep-project, then ${command.replace(/ --project \S+/, '')}`;

/** Gives the first missing value; the tests that wait for it are made by the next plan. */
const valueCommand = ({projectId, missingValues: [key = '']}: TryReport): string =>
	`svc project env update ${shellWord(projectId)} default --var ${key}=<value>, then svc test plan generate --project ${shellWord(projectId)} --wait`;

/** What the API only hides is deleted for whoever asks for it, and still there. */
const markedWords = ({deleted, marked}: TryReport['cleanup']): string =>
	marked === 0 ? '' : ` (${marked === deleted ? 'all' : marked} only marked so: the API keeps them)`;

const orphanWords = ({orphanedTotal}: TryReport['cleanup']): string =>
	orphanedTotal === 0 ? '' : `, ${orphanedTotal} might be orphaned`;

/** Each record that might be left, by the call that made it, and how to be rid of it. */
function leftLines({cleanup: {orphaned, orphanedTotal}, kept}: TryReport): string[] {
	if (orphanedTotal === 0) return [];
	const batchIds = [...new Set(orphaned.map(({batchId}) => batchId))];
	const more = orphanedTotal - orphaned.length;
	return [
		...leftGroups(orphaned).map(words => `${label('left')}${words}`),
		...(more > 0 ? [`${label('')}and ${counted(more, 'more record')}`] : []),
		...(kept
			? batchIds.map(batchId => `${label('')}svc batch cleanup ${batchId} --state orphaned`)
			: [`${label('')}delete them in the API, or run again with --keep-project: svc batch cleanup can then try again`]),
	];
}

/** So many ids of records that share a line are shown. */
const mostIds = 3;

/** Records that one call made and that stay for one reason share a line, unless it says less than a line for each. */
const isShared = (group: readonly LeftRecord[]): boolean => group.length > (group.some(({id}) => id === null) ? 2 : 1);

function leftGroups(orphaned: readonly LeftRecord[]): string[] {
	const keyOf = ({method, path, reason, deletion, answered}: LeftRecord) =>
		[method, path, reason, deletion === null, reason === 'archived' ? null : answered].join(' ');
	const groups = new Map<string, LeftRecord[]>();
	for (const record of orphaned) groups.set(keyOf(record), [...(groups.get(keyOf(record)) ?? []), record]);
	return orphaned.flatMap(record => {
		const group = groups.get(keyOf(record)) ?? [record];
		if (!isShared(group)) return [leftWords(record)];
		return group[0] === record ? [sharedWords(record, group)] : [];
	});
}

/** Records that one call made and that stay for one reason, in one line; their addresses are one with `{id}` for the id. */
function sharedWords(record: LeftRecord, group: readonly LeftRecord[]): string {
	const {id, deletion} = record;
	const ids = group.flatMap(one => one.id ?? []);
	const shown = ids.length === 0 ? '' : `: ${ids.slice(0, mostIds).join(', ')}${ids.length > mostIds ? ', …' : ''}`;
	const url = deletion === null || id === null ? null : withoutId(deletion.url, encodeURIComponent(id));
	return leftSentence(record, counted(group.length, 'record'), shown, url);
}

/** An address with `{id}` for the last segment of its path, or value of its query, that is the id. */
function withoutId(url: string, id: string): string {
	const parts = url.split(/(?<=[/=])|(?=[?&/])/);
	const place = parts.lastIndexOf(id);
	return place < 3 ? url : parts.with(place, '{id}').join('');
}

const leftWords = (record: LeftRecord): string =>
	leftSentence(
		record,
		`${record.label}${record.id === null ? ', id unknown' : ` ${record.id}`}`,
		'',
		record.deletion?.url ?? null,
	);

/** @param ids behind the reason @param url where DELETE goes; null: nothing is said of it */
function leftSentence(
	{method, path, reason, deletion, answered}: LeftRecord,
	what: string,
	ids: string,
	url: string | null,
): string {
	const why = reason === null ? '' : ` (${shortReason(reason)})`;
	const request = `${deletion?.method} ${url}`;
	const said =
		reason === 'archived'
			? `${request} is accepted, and removes nothing`
			: answered === null
				? `can be deleted with ${request}`
				: `${request} answered ${answered}`;
	const removal = url === null ? '' : `; ${said}`;
	return `${method} ${path} made ${what}${why}${ids}${removal}`;
}
