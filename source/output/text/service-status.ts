import type {DaemonStatus} from '../../../contract/documents/service.ts';
import {clean} from '../clean.ts';
import type {ReadinessCheck} from '../../../contract/operations.ts';
import {labelBlock, type Row} from '../label-block.ts';
import type {Look} from '../look.ts';

export const serviceStatus = (status: DaemonStatus, look: Look): string =>
	labelBlock(
		[
			['state', {status: status.state}],
			['url', status.url],
			['pid', status.pid],
			['version', status.version],
			['dataDir', status.dataDir],
			['database', status.database],
			['startedAt', status.startedAt],
			['workers', status.workers],
			['queue', status.queue],
			['mode', status.mode],
			...(status.processes ?? []).map((one): Row => ['process', processText(one)]),
		],
		look,
	);

/** `7 on db-1, svc 1.2.0: answers requests, 8 tests at once (backend, frontend), works on plans` */
function processText({
	host,
	pid,
	version,
	serves,
	kinds,
	slots,
}: NonNullable<ReadinessCheck['processes']>[number]): string {
	const tests = kinds.filter(kind => kind !== 'planner');
	const does = [
		...(serves ? ['answers requests'] : []),
		...(slots > 0 ? [`${slots} tests at once (${tests.join(', ')})`] : []),
		...(tests.length < kinds.length ? ['works on plans'] : []),
	];
	return `${pid} on ${host}, svc ${version}: ${does.join(', ') || 'works on plans'}`;
}

export const serviceLog = ({lines}: {file: string; lines: string[]}): string =>
	lines.map(line => `${clean(line)}\n`).join('');

/** Resolved settings of a long-running command under `--dry-run`. */
export const settings = (values: Record<string, string | number | boolean | null>): string =>
	labelBlock(Object.entries(values));
