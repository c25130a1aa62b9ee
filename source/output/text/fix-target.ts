import type {FixTarget} from '../../../contract/result.ts';
import {cleanLine} from '../clean.ts';
import {labelBlock} from '../label-block.ts';

/** `label: kind=code reference=POST /coupons` with the rationale indented on the next line; nothing for null. */
export function fixTarget(label: string, fix: FixTarget | null): string {
	if (!fix) return '';
	const line = labelBlock([[label, `kind=${fix.kind} reference=${fix.reference ?? '-'}`]]);
	return line + (fix.rationale ? `  ${cleanLine(fix.rationale)}\n` : '');
}
