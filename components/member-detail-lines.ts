import type {BatchMember} from '../contract/batch.ts';
import type {OutputState} from '../source/stores/output-tail.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import {formatClock, formatDuration} from '../source/terminal/durations.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {section, textLines, whyLines} from './failure/section-lines.ts';
import {failureWords} from '../source/view-model/failure-words.ts';
import {labelled, wrapped} from './pane-lines.ts';
import {statusSpan} from './status-text.ts';
import type {PaneLine} from './text-pane.tsx';

/** How long a member took, or has run so far; empty before it starts. */
export function memberDuration({durationMs, startedAt, finishedAt, label}: BatchMember, now: number): string {
	if (durationMs !== null) return formatDuration(durationMs);
	if (startedAt === null) return '';
	if (label === 'Running') return formatClock(now - Date.parse(startedAt));
	return finishedAt ? formatDuration(Date.parse(finishedAt) - Date.parse(startedAt)) : '';
}

const reasons: Record<string, string> = {
	producer_failed: 'its producer failed',
	producer_blocked: 'its producer was blocked',
	producer_cancelled: 'its producer was cancelled',
	not_captured: 'its producer passed without giving it',
	no_producer: 'no test produces it',
	name_mismatch: 'no test produces this exact name',
	producer_unticked: 'its producer is unticked in the plan',
	circular_dependency: 'two tests need each other',
	stale_capture: 'the earlier value is not valid any more',
	auth_failing: 'the login of the API failed',
	target_down: 'the API stopped answering',
	rate_limited: 'the API allows no more calls (429)',
	credential_unreadable: 'a stored secret cannot be decrypted',
};

/** Why a member never ran, or what it waits for; empty when neither. */
export function memberReason({blockedBy, waitingFor, note, error, label}: BatchMember, {arrow}: Glyphs): string {
	if (label === 'Pending' && waitingFor.length > 0)
		return `waits for ${waitingFor.map(({title}) => cleanLine(title)).join(', ')}`;
	if (blockedBy) {
		const {variable, producer, reason, didYouMean} = blockedBy;
		const what = variable === null ? '' : `${variable}: `;
		// Somebody produces it, and did not run along.
		const isAbsent = reason === 'no_producer' && producer !== null;
		const why = isAbsent ? 'its producer is not in this run' : (reasons[reason] ?? reason);
		const root = producer ? ` ${arrow} ${producer.title}` : '';
		return cleanLine(`${what}${why}${root}${didYouMean ? `; did you mean ${didYouMean}?` : ''}`);
	}
	if (label === 'Failed') return cleanLine(error ?? note ?? '');
	// What a test makes for itself was refused: no other test blocks it.
	return cleanLine(note ?? (label === 'Blocked' ? error : null) ?? '');
}

/** What a run that passed still wants to be looked at. */
export const warningLines = (member: Pick<BatchMember, 'advisories'> | undefined, width: number): PaneLine[] =>
	(member?.advisories ?? []).flatMap(({message}) => labelled('Warning', message, width, 'blocked'));

/** Facts about a member, without its output. @param hypothesis why it did not pass, where it was read */
export function memberHeadLines(
	member: BatchMember,
	now: number,
	glyphs: Glyphs,
	width: number,
	hypothesis: string | null = null,
): PaneLine[] {
	const {name, label, wave, role, error, failureKind, previousStatus, produces, consumes, runId} = member;
	const facts = [`wave ${wave}`, cleanLine(role), memberDuration(member, now)].filter(Boolean);
	const reason = memberReason(member, glyphs);
	const isHeld = label === 'Blocked' || label === 'Pending';
	const why = label === 'Failed' || label === 'Blocked' ? hypothesis || reason || null : null;
	const details = [
		...(label === 'Pending' ? labelled('Waiting', reason, width, 'blocked') : []),
		...labelled('Failure', failureWords(failureKind, error), width, 'failed'),
		...(isHeld || why === error ? [] : labelled('Error', error, width, 'failed')),
		...warningLines(member, width),
		...labelled('Before', previousStatus, width),
		...labelled('Produces', produces.join(', '), width),
		...labelled('Needs', consumes.join(', '), width),
	];
	return [
		...wrapped(cleanLine(name), width, 'title'),
		[statusSpan(cleanLine(label), glyphs), {text: `   ${facts.join(`  ${glyphs.separator}  `)}`, role: 'muted'}],
		...wrapped(cleanLine(runId), width, 'muted'),
		...whyLines(why, width),
		...(details.length > 0 ? [[], ...details] : []),
	];
}

/** Trace and output of a member's run, as far as they are known: each with a blank line and its heading. */
export function outputSections({result, isSuperseded}: OutputState, width: number): PaneLine[][] {
	if (isSuperseded)
		return [[[], ...wrapped('The test ran again since; its output belongs to that later run.', width, 'muted')]];
	return [textSection('Trace', result?.trace, width), textSection('Output', result?.apiOutput, width)].filter(
		({length}) => length > 0,
	);
}

function textSection(title: string, text: string | null | undefined, width: number): PaneLine[] {
	return section(title, textLines(text ?? '', width));
}

/** Lines that a section has at least where there are more: a blank one, its heading, and its end. */
const shortest = 4;

/** Head and the ends of the sections: what is new is at the end. The first section has what the others can spare. */
export function tailLines(
	head: readonly PaneLine[],
	sections: readonly (readonly PaneLine[])[],
	height: number,
): PaneLine[] {
	const lines = [...head];
	for (const [index, section] of sections.entries()) {
		const others = sections.slice(index + 1).reduce((sum, {length}) => sum + Math.min(length, shortest), 0);
		const room = Math.max(0, height - lines.length);
		const least = Math.min(section.length, shortest);
		// Without its heading the end of a section would be taken for that of the one above.
		if (index > 0 && room < least) break;
		lines.push(...endOf(section, room - others < least ? room : room - others));
	}
	return lines;
}

/** The end of a section; its heading stays, so that the end is not taken for all of it. */
function endOf(section: readonly PaneLine[], room: number): readonly PaneLine[] {
	if (section.length <= room) return section;
	const [gap, title] = section;
	if (room < shortest || !gap || !title) return section.slice(section.length - room);
	return [gap, title, ...section.slice(section.length - room + 2)];
}
