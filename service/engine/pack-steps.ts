import {createHash} from 'node:crypto';
import {promisify} from 'node:util';
import {gzip} from 'node:zlib';
import type {StepOutcome} from '../browser/frontend-job.ts';
import type {BlobTable} from '../store/runs/browser-tables.ts';
import type {FinishedStep} from '../store/runs/run-steps.ts';

const pack = promisify(gzip);

/** A step that has ended while its run goes on: with its picture; what is long follows with the end of the run. */
export function liveStep(step: StepOutcome, now: number): FinishedStep {
	const {picture} = step.evidence;
	const blob = picture && pictureBlob(picture);
	return rowOf(step, now, {picture: blob, html: null, outline: null});
}

/** The steps of a run that has ended, texts packed by gzip. @param startedAt epoch milliseconds */
export async function packSteps(steps: readonly StepOutcome[], startedAt: number): Promise<FinishedStep[]> {
	const packed: FinishedStep[] = [];
	let endedAt = startedAt;
	for (const step of steps) {
		const {picture, html, outline} = step.evidence;
		endedAt += step.durationMs ?? 0;
		const isReached = step.status !== null || step.failure !== null;
		packed.push(
			rowOf(step, isReached ? endedAt : null, {
				picture: picture && pictureBlob(picture),
				html: html === null ? null : await textBlob('text/html', html),
				outline: outline === null ? null : await textBlob('text/plain', outline),
			}),
		);
	}
	return packed;
}

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

const pictureBlob = (bytes: Uint8Array): BlobTable => ({
	hash: hashOf(bytes),
	type: 'image/png',
	bytes,
	address: null,
});

const textBlob = async (type: BlobTable['type'], text: string): Promise<BlobTable> => ({
	hash: hashOf(`${type}\n${text}`),
	type,
	bytes: await pack(text),
	address: null,
});

const rowOf = (
	step: StepOutcome,
	endedAt: number | null,
	{picture, html, outline}: Record<'picture' | 'html' | 'outline', BlobTable | null>,
): FinishedStep => ({
	step_index: step.stepIndex,
	step_type: step.stepType,
	action: step.action,
	status: step.status,
	error: step.error,
	note: step.note,
	healed: step.healed ? 1 : 0,
	duration_ms: step.durationMs === null ? null : Math.round(step.durationMs),
	reading: step.reading,
	locator: step.locator && JSON.stringify(step.locator),
	captured: step.captured && JSON.stringify(step.captured),
	failure: step.failure && JSON.stringify(step.failure),
	picture_hash: picture?.hash ?? null,
	html_hash: html?.hash ?? null,
	outline_hash: outline?.hash ?? null,
	ended_at: endedAt,
	console: JSON.stringify(step.evidence.console),
	requests: JSON.stringify(step.evidence.requests),
	log: step.evidence.log,
	blobs: [picture, html, outline].filter(blob => blob !== null),
});
