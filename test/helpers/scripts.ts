import {createHash} from 'node:crypto';
import type {Script, ScriptElement, ScriptPart} from '../../contract/script.ts';
import type {AssertionPart, Part, Target} from '../../source/plan-language/reading.ts';
import {fingerprintOf} from '../../service/browser/heal/fingerprint.ts';
import {flatten} from '../../service/browser/page/flatten.ts';
import {observe} from '../../service/browser/resolve/observe.ts';
import {readSubject} from '../../service/browser/resolve/subject.ts';
import {buildLocator} from '../../service/browser/script/build-locator.ts';
import {assertionsOfSteps, capturesOfSteps, partsOfSteps} from '../fixtures/browser/parts.ts';
import {type RecordedLook, recordedLooks} from './looks.ts';

const options = {testIdAttributes: ['data-testid'], expand: (text: string) => text};

/** The script that a pass over one recorded scenario saves, and the texts of its steps. */
export async function scriptOf(scenario: string): Promise<{script: Script; steps: string[]}> {
	const recorded = recordedLooks().filter(
		one => one.scenario === scenario && one.kind !== 'ambiguous' && one.kind !== 'checkfalse',
	);
	const texts = [...new Map(recorded.map(one => [one.step, one.text])).values()];
	const steps = await Promise.all(
		texts.map(async (text, place) => ({
			stepIndex: place + 1,
			textHash: createHash('sha256').update(text).digest('hex'),
			readBy: 'builtin' as const,
			parts: (await Promise.all(recorded.filter(one => one.text === text).map(partsOf))).flat(),
		})),
	);
	return {
		steps: texts,
		script: {
			schemaVersion: 'script-v1',
			testId: 'tst_1',
			codeVersion: 1,
			planStepsHash: '',
			viewport: 'desktop',
			savedFromRunId: 'run_1',
			steps,
		},
	};
}

async function partsOf({raw, text, part, truth, kind}: RecordedLook): Promise<ScriptPart[]> {
	const look = flatten(raw);
	const element = (index: number | null, target: Target | null): ScriptElement[] => {
		const built =
			index === null || look.elements[index]!.ref === null ? null : buildLocator(look, index, target, options);
		return built ? [{slot: 'target', locator: built.locator, fingerprint: fingerprintOf(look, index!)}] : [];
	};
	const entry = (read: Part, elements: ScriptElement[]): ScriptPart => ({op: read.op, part: {...read}, elements});
	const assertion: AssertionPart | undefined = assertionsOfSteps[text];
	if (assertion) {
		const seen = await observe(assertion, look, options, async () => 'itself');
		const subject = seen && 'subject' in seen ? seen.subject : null;
		return [entry(assertion, element(subject, 'target' in assertion ? assertion.target : null))];
	}
	const capture = capturesOfSteps[text];
	if (capture) {
		const read: Part = {
			op: 'capture',
			target: capture,
			what: 'text',
			name: text.split(' ').at(-1)!,
			isForOtherTests: false,
		};
		return [entry(read, element(readSubject(capture, look, options)?.index ?? null, capture))];
	}
	if (kind === 'nav') return [entry({op: 'goto', address: text.startsWith('Go to /') ? text.slice(6) : ''}, [])];
	const read = partsOfSteps[text]?.[part];
	if (!read) return [];
	const target: Target | null =
		'target' in read
			? (read.target as Target | null)
			: read.op === 'do'
				? {
						phrase: `${read.verb} ${read.object?.phrase ?? ''}`,
						isQuoted: false,
						role: null,
						scopes: read.object?.scopes ?? [],
						ordinal: null,
					}
				: null;
	const saved = entry(read, element(truth, target));
	if (kind === 'tab') return [{...saved, opensTab: true}];
	const answer: Part = {op: 'dialog', answer: 'accept', text: null};
	return text.includes('accept the confirmation') ? [saved, entry(answer, [])] : [saved];
}
