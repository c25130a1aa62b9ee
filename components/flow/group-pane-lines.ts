import type {Gift} from '../../source/stores/flow-rows.ts';
import type {ListedCall, ListedGroup} from '../../source/stores/calls.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import type {Role} from '../../source/terminal/themes.ts';
import {section} from '../failure/section-lines.ts';
import {wrapped} from '../pane-lines.ts';
import type {PaneLine} from '../text-pane.tsx';
import {otherCounts} from './call-row.ts';
import {counted} from '../../source/view-model/counted.ts';

type Look = {glyphs: Glyphs; width: number};

/** Names that a list in the pane has at most; more are counted. */
const shownNames = 12;

const classes = ['2xx', '3xx', '4xx', '5xx'];
const classRoles: Record<string, Role> = {'2xx': 'passed', '4xx': 'blocked', '5xx': 'failed'};

/** One endpoint: how it answered, what it gives to whom, what it takes from where, and the tests that call it. */
export function groupPaneLines(
	group: ListedGroup,
	{gift, takes}: {gift: Gift | null; takes: readonly {name: string; from: string}[]},
	{glyphs, width}: Look,
): PaneLine[] {
	const {method, path, calls, passed, failed, items, other} = group;
	return [
		...wrapped(cleanLine(`${method} ${path}`), width, 'title'),
		[
			{text: counted(calls, 'call'), role: 'muted'},
			...(passed > 0 ? [{text: `   ${glyphs.status.passed} ${passed} passed`, role: 'passed' as const}] : []),
			...(failed > 0 ? [{text: `   ${glyphs.status.failed} ${failed} failed`, role: 'failed' as const}] : []),
		],
		...answerLine(items),
		...(other.count > 0
			? wrapped(`Other observed behaviors (${other.count}): ${otherCounts(other)}`, width, 'muted')
			: []),
		...section(
			'Gives',
			gift
				? [
						...wrapped(`${glyphs.produces} ${cleanLine(gift.names.join(', '))}`, width, 'key'),
						...names(
							gift.to.map(to => `${glyphs.arrow} ${to}`),
							width,
						),
					]
				: [],
		),
		...section(
			'Uses',
			names(
				takes.map(({name, from}) => `${glyphs.needs} ${name}  ${glyphs.from} ${from}`),
				width,
			),
		),
		...section('Called by', names([...new Set(items.flatMap(({testTitle}) => testTitle ?? []))], width)),
	];
}

function names(all: readonly string[], width: number): PaneLine[] {
	const more = all.length - shownNames;
	return [
		...all.slice(0, shownNames).flatMap(name => wrapped(cleanLine(name), width)),
		...(more > 0 ? wrapped(`and ${more} more`, width, 'muted') : []),
	];
}

/** How often each class of status was answered. */
function answerLine(items: readonly ListedCall[]): PaneLine[] {
	if (items.length === 0) return [];
	const count = (statusClass: string | null) => items.filter(call => call.statusClass === statusClass).length;
	const counted = classes.flatMap(name => {
		const times = count(name);
		const role = classRoles[name];
		return times === 0 ? [] : [{text: `${name} ${times}   `, ...(role ? {role} : {})}];
	});
	const silent = count(null);
	return [[...counted, ...(silent > 0 ? [{text: `no response ${silent}`, role: 'muted' as const}] : [])]];
}
