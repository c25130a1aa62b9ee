import {usageHeadLines} from '../../components/usage-lines.ts';
import {usageStore} from '../../source/stores/usage.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {formatAge} from '../../source/terminal/durations.ts';
import {glyphSets} from '../../source/terminal/glyphs.ts';
import {itemsPerPage, pageTurns, type Page, type Reader} from '../reader.ts';

/** Credits, plan, costs and bookings in words. */
export function usagePage({dashboard, from, turnTo}: Reader): Page {
	const {data} = dashboard.storeOf(usageStore).store.getState();
	if (!data) return {lines: ['Reading the usage.'], choices: []};
	const {me, summary, entries} = data;
	const now = dashboard.context.now();
	return {
		lines: [
			...usageHeadLines(me, summary, {glyphs: glyphSets.ascii, width: 200}).map(spans =>
				spans
					.map(({text}) => text)
					.join('')
					.trim(),
			),
			...entries
				.slice(from, from + itemsPerPage)
				.map(({at, kind, amount, note}) =>
					cleanLine(
						`${formatAge(Date.parse(at), now)}: ${me.credits === undefined ? '' : `${amount} credits, `}${kind.replaceAll('_', ' ')}, ${note}`,
					),
				),
		],
		choices: pageTurns(entries.length, from, turnTo),
	};
}
