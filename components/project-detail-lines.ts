import type {BatchMember} from '../contract/batch.ts';
import type {Project} from '../contract/project.ts';
import type {ProjectHistory} from '../source/stores/projects.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import {formatAgo} from '../source/terminal/durations.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {projectVerdict, passRates} from '../source/view-model/project-verdict.ts';
import {textLines} from './failure/section-lines.ts';
import {labelled, repairWords, wrapped} from './pane-lines.ts';
import {hasNeverRun, rateSpans, verdictSpans} from './project-row.ts';
import type {PaneLine} from './text-pane.tsx';

type Look = {glyphs: Glyphs; width: number; now: number};

/** One kind of failure of the run that decides: how many it hit, and why. */
export type FailingKind = {
	signature: string | null;
	first: BatchMember;
	failed: number;
	blocked: number;
	why: string | null;
};

/**
 * A project: how it stands, what fails in it and why, and what it is.
 * @param kinds of the run that decides; null while they are read, [] where nothing failed
 */
export function projectDetailLines(
	project: Project,
	history: ProjectHistory | undefined,
	kinds: readonly FailingKind[] | null,
	look: Look,
): PaneLine[] {
	const {glyphs, width, now} = look;
	const verdict = history ? projectVerdict(history.batches) : null;
	const rates = history ? rateSpans(passRates(history.batches), glyphs) : [];
	const {targetUrl, type, createdFrom, createdAt, id, description, openHeals = 0} = project;
	return [
		...wrapped(cleanLine(project.name), width, 'title'),
		...(verdict
			? [[...verdictSpans(verdict, glyphs), {text: `   ${countWords(verdict.batch)}`, role: 'muted' as const}]]
			: []),
		...wrapped(cleanLine(id), width, 'muted'),
		...(verdict && kinds ? kinds.flatMap(kind => kindLines(kind, look)) : []),
		...(verdict && !kinds ? [[], [{text: 'Reading', role: 'muted' as const}]] : []),
		[],
		...labelled('Repairs', openHeals > 0 ? repairWords(openHeals) : null, width),
		...labelled('Target', targetUrl, width),
		...labelled('About', description, width),
		...labelled(
			'Last run',
			verdict
				? formatAgo(Date.parse(verdict.batch.finishedAt ?? verdict.batch.createdAt), now)
				: hasNeverRun(project, history)
					? 'never'
					: null,
			width,
		),
		...labelled('Part', verdict?.isPartial ? 'It ran some of the tests; the project needs a run of all.' : null, width),
		...(rates.length > 0 ? [[{text: 'Pass rate  ', role: 'muted' as const}, ...rates]] : []),
		...labelled('Type', `${type}, from ${createdFrom}, ${createdAt.slice(0, 10)}`, width),
	];
}

const countWords = ({
	summary: {passed, failed, blocked},
}: {
	summary: {passed: number; failed: number; blocked: number};
}): string => `${passed} passed, ${failed} failed, ${blocked} blocked`;

function kindLines({signature, first, failed, blocked, why}: FailingKind, {glyphs, width}: Look): PaneLine[] {
	return [
		[],
		[
			...(failed > 0 ? [{text: `${glyphs.status.failed} ${failed} failed  `, role: 'failed' as const}] : []),
			...(blocked > 0 ? [{text: `${glyphs.status.blocked} ${blocked} blocked  `, role: 'blocked' as const}] : []),
			{text: cleanLine(first.name), role: 'title'},
		],
		...textLines(why ?? signature ?? '', width),
	];
}
