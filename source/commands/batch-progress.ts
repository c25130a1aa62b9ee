import type {Batch} from '../../contract/batch.ts';
import {isTerminal} from '../../contract/enums.ts';
import {recordsToClean} from '../../contract/records-to-clean.ts';
import type {ProgressItem} from '../output/progress.ts';

/** A batch as the progress line shows it. */
export const batchProgress = (batch: Batch): Extract<ProgressItem, {kind: 'batch'}> => ({
	kind: 'batch',
	batchId: batch.batchId,
	status: batch.status,
	wave: batch.currentWave,
	waves: batch.waves.length,
	done: batch.members.filter(({status}) => isTerminal(status)).length,
	total: batch.members.length,
	running: batch.members.filter(({status}) => status === 'running').length,
	blocked: batch.members.filter(({label}) => label === 'Blocked').length,
	cleanup: batch.phase === 'cleanup' ? {cleaned: batch.cleanup.cleaned, captured: recordsToClean(batch.cleanup)} : null,
});
