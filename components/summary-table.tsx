import {Text} from 'ink';
import Table from 'ink-table';
import type {ReactNode} from 'react';
import {useTheme} from '../hooks/use-terminal.ts';

/** A row of the summary of a batch: one per wave and one for all of it. */
export type SummaryRow = Record<'Wave' | 'Tests' | 'Pass' | 'Fail' | 'Block', string> &
	Partial<Record<'Cancel' | 'Skip', string>>;

/** The verdicts of a batch by wave: a short table of fixed shape. */
export function SummaryTable({rows, isAscii}: {rows: readonly SummaryRow[]; isAscii: boolean}) {
	const theme = useTheme();
	return (
		<Table
			data={[...rows]}
			header={({children}: {children?: ReactNode}) => <Text {...theme.muted}>{children}</Text>}
			cell={({children}: {children?: ReactNode}) => <Text>{children}</Text>}
			skeleton={({children}: {children?: ReactNode}) => (
				<Text {...theme.muted}>{isAscii ? asciiFrame(children) : children}</Text>
			)}
		/>
	);
}

/** ink-table draws its frame with box characters only. */
const asciiFrame = (frame: ReactNode): ReactNode =>
	typeof frame === 'string'
		? frame
				.replaceAll('─', '-')
				.replaceAll('│', '|')
				.replace(/[┌┐└┘├┤┬┴┼]/g, '+')
		: frame;
