import type {Heal} from '../../contract/heal.ts';
import type {RunStep} from '../../contract/run.ts';
import type {Locator} from '../../contract/locator.ts';
import {formatDuration} from '../../source/terminal/durations.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {labelled, wrapped} from '../pane-lines.ts';
import {statusSpan} from '../status-text.ts';
import type {PaneLine} from '../text-pane.tsx';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {stepStatus} from './step-row.ts';

/** A locator as a person says it: `button "Save" in the row "A-1002"`. */
function locatorText({by, value, role, attribute, within, nth}: Locator): string {
	const what =
		by === 'role'
			? `${role ?? 'element'} "${value}"`
			: by === 'testid'
				? `${attribute ?? 'data-testid'}="${value}"`
				: `${by} "${value}"`;
	const places = within.map(scope => {
		const [[kind, name] = ['', '']] = Object.entries(scope);
		return ` in the ${kind} "${name}"`;
	});
	return `${what}${nth === undefined ? '' : `, number ${nth + 1}`}${places.reverse().join('')}`;
}

type Look = {glyphs: Glyphs; width: number};

/** What a step is and what became of it, in words: above its picture, or above the outline that stands for it. */
export const stepDetailLines = (step: RunStep, heal: Heal | null, {glyphs, width}: Look): PaneLine[] => [
	...wrapped(cleanLine(step.description), width, 'title'),
	[
		statusSpan(stepStatus(step), glyphs),
		...(step.durationMs == null ? [] : [{text: `   ${formatDuration(step.durationMs)}`, role: 'muted' as const}]),
	],
	...labelled('Error', step.error, width, 'failed'),
	...labelled('Read as', step.reading, width),
	...labelled('Element', step.locator ? locatorText(step.locator) : null, width),
	...labelled('Note', heal ? besidesRepair(step.note) : step.note, width),
	...labelled('Captured', step.captured ? `${step.captured.name} = ${step.captured.value}` : null, width),
	...(heal ? healLines(heal, width) : []),
];

/** What a note says besides the repair, which has lines of its own. */
const besidesRepair = (note: string | null | undefined): string | null =>
	note
		?.split('; ')
		.filter(part => !part.startsWith('repaired: '))
		.join('; ') || null;

/** A repair as old and new, and what a person can do about it. */
const healLines = (heal: Heal, width: number): PaneLine[] => [
	...labelled('Was', `${heal.from.role} "${heal.from.name}"`, width),
	...labelled('Is now', `${heal.to.role} "${heal.to.name}" (${heal.score.toFixed(2)})`, width, 'key'),
	...labelled('Because', heal.evidence.join(' · '), width),
	...labelled(
		'Repair',
		heal.status === 'proposed' ? 'not decided: a accepts it for good, x refuses it' : heal.status,
		width,
	),
];
