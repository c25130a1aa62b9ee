import {createHash, randomBytes} from 'node:crypto';
import process from 'node:process';
import {setTimeout as delay} from 'node:timers/promises';
import {type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags} from '@opentelemetry/api';
import {parseTraceParent} from '@opentelemetry/core';
import {OTLPTraceExporter} from '@opentelemetry/exporter-trace-otlp-http';
import {resourceFromAttributes} from '@opentelemetry/resources';
import {BasicTracerProvider, BatchSpanProcessor} from '@opentelemetry/sdk-trace-base';
import type {Tracing} from '../domain/tracing.ts';

const closeMs = 5000;

/** The trace of a group, such as a batch: every process that works on it comes to the same one. */
function traceOf(group: string): Context {
	const hash = createHash('sha256').update(`svc ${group}`).digest('hex');
	const span = {traceId: hash.slice(0, 32), spanId: hash.slice(32, 48), traceFlags: TraceFlags.SAMPLED};
	return trace.setSpanContext(ROOT_CONTEXT, {...span, isRemote: true});
}

function contextOf(parent: string | undefined, group: string | undefined): Context {
	const known = parent === undefined ? null : parseTraceParent(parent);
	if (known) return trace.setSpanContext(ROOT_CONTEXT, {...known, isRemote: true});
	return group === undefined ? ROOT_CONTEXT : traceOf(group);
}

/**
 * Sends spans by OTLP over HTTP, as JSON; address, headers and time-outs are those of the `OTEL_EXPORTER_OTLP_…` variables. A
 * collector that is away costs nothing but its spans.
 *
 * @param service name of the process for whoever reads the traces
 */
export function createOtlpTracing(service: string, version: string): Tracing {
	const provider = new BasicTracerProvider({
		resource: resourceFromAttributes({
			'service.name': service,
			'service.version': version,
			'service.instance.id': randomBytes(8).toString('hex'),
			'process.pid': process.pid,
		}),
		spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
	});
	const tracer = provider.getTracer('svc', version);
	return {
		start(name, {kind, attributes, parent, group}) {
			const own = {kind: kind === 'server' ? SpanKind.SERVER : SpanKind.INTERNAL, attributes};
			const span = tracer.startSpan(name, own, contextOf(parent, group));
			return {
				end(more = {}, error) {
					span.setAttributes(more);
					if (error !== undefined) span.setStatus({code: SpanStatusCode.ERROR, message: error});
					span.end();
				},
			};
		},
		close: () => Promise.race([provider.shutdown().catch(() => undefined), delay(closeMs, undefined, {ref: false})]),
	};
}
