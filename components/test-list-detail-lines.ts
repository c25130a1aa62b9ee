import type {TestListDetail} from '../contract/test-list.ts';
import type {ListCase, TestListRow} from '../source/stores/test-list-rows.ts';
import {truncateCells} from '../source/terminal/cell-text.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {momentWords} from '../source/terminal/moment-words.ts';
import {labelled, wrapped} from './pane-lines.ts';
import {statusSpan} from './status-text.ts';
import {listStatusSpan} from './test-list-row.ts';
import type {PaneLine} from './text-pane.tsx';

type Look = {glyphs: Glyphs; width: number; now: number};

/** Everything about a list or one of its cases. */
export const testListDetailLines = (row: TestListRow, look: Look): PaneLine[] =>
	row.kind === 'list' ? listLines(row, look) : caseLines(row, look);

function listLines({list, detail}: Extract<TestListRow, {kind: 'list'}>, look: Look): PaneLine[] {
	const {glyphs, width, now} = look;
	const title = wrapped(cleanLine(list.name), width, 'title');
	if (!detail) return [...title, [], [{text: 'Reading its cases', role: 'muted'}]];
	const {stats, lastExecutionCreated, projectEnvironments, createdAt} = detail;
	const lastRun = list.lastExecutionId === null ? 'never' : momentWords(lastExecutionCreated, now);
	const counts = [
		...(stats.passed > 0 ? [`${stats.passed} passed`] : []),
		...(stats.failed > 0 ? [`${stats.failed} failed`] : []),
		...(stats.blocked > 0 ? [`${stats.blocked} blocked`] : []),
		...(stats.running > 0 ? [`${stats.running} running`] : []),
	].join(', ');
	const environments = projectEnvironments.map(({projectId, environmentName}) => {
		const name = detail.cases.find(test => test.projectId === projectId)?.projectName ?? projectId;
		return `${name}: ${environmentName}`;
	});
	return [
		...title,
		[listStatusSpan(detail, glyphs)],
		[],
		...labelled('Cases', counts === '' ? String(stats.total) : `${stats.total}: ${counts}`, width),
		...labelled('Last run', lastRun, width),
		...labelled('On', environments.join(', '), width),
		...labelled('Created', momentWords(createdAt, now), width),
		[],
		...(detail.cases.length === 0
			? wrapped('It has no cases yet: a adds tests.', width, 'muted')
			: [[{text: 'Cases', role: 'accent' as const}], ...detail.cases.map(test => caseLine(test, detail, look))]),
	];
}

function caseLine({status, title, projectName}: ListCase, {cases}: TestListDetail, {glyphs, width}: Look): PaneLine {
	const span = statusSpan(cleanLine(status), glyphs);
	const isMixed = cases.some(other => other.projectName !== projectName);
	const name = cleanLine(isMixed ? `${title}  (${projectName})` : title);
	return [{...span, text: span.text.padEnd(12)}, {text: truncateCells(name, Math.max(4, width - 12), glyphs.ellipsis)}];
}

function caseLines({list, test}: Extract<TestListRow, {kind: 'case'}>, {glyphs, width, now}: Look): PaneLine[] {
	return [
		...wrapped(cleanLine(test.title), width, 'title'),
		[statusSpan(cleanLine(test.status), glyphs)],
		[{text: cleanLine(test.testId), role: 'muted'}],
		[],
		...labelled('Project', test.projectName, width),
		...labelled('Type', test.type, width),
		...labelled('Category', test.category, width),
		...labelled('Priority', test.priority, width),
		...labelled('Changed', momentWords(test.modified, now), width),
		...labelled('List', list.name, width),
	];
}
