import type {DoctorReport} from '../../../contract/documents/setup.ts';
import type {CheckStatus} from '../../view-model/doctor-report.ts';
import {cleanLine} from '../clean.ts';
import type {Look} from '../look.ts';

const marks: Record<CheckStatus, string> = {ok: '[OK]', warn: '[WARN]', fail: '[FAIL]'};

/** "`[OK] `, `[WARN]`, `[FAIL]` (padded to 6) + name padded to 14 + detail" */
export function doctorReport({checks, failures, warnings}: DoctorReport, look: Look): string {
	const lines = checks.map(({name, status, detail}) => {
		const mark = marks[status];
		const padded = look.status(mark) + ' '.repeat(6 - mark.length);
		return `${padded} ${name.padEnd(14)} ${cleanLine(detail)}`.trimEnd();
	});
	return `svc doctor\n\n${lines.join('\n')}\n\n${failures} failure(s), ${warnings} warning(s)\n`;
}
