import {version} from '../../package.json';
import type {Tracing} from '../domain/tracing.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const isSet = (value: string | undefined): boolean => value !== undefined && value.trim() !== '';

/** Whether somebody wants traces: an address of OTLP, and nothing that turns them off. */
export const wantsTraces = (env: Environment): boolean =>
	(isSet(env['OTEL_EXPORTER_OTLP_ENDPOINT']) || isSet(env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])) &&
	env['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true' &&
	env['OTEL_TRACES_EXPORTER']?.toLowerCase() !== 'none';

/** Traces of this process; null: nobody wants them, and nothing is loaded. */
export async function openTracing(env: Environment): Promise<Tracing | null> {
	if (!wantsTraces(env)) return null;
	const {createOtlpTracing} = await import('./otlp-tracing.ts');
	return createOtlpTracing(env['OTEL_SERVICE_NAME'] ?? 'svc', version);
}
