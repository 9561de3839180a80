/** Graphs of SDF3: what is read, what is told, what is refused. */
import { describe, expect, it } from 'vitest';
import { findFaults } from '../scenario/faults.ts';
import { parseScenario } from '../scenario/read-scenario.ts';
import { readSdf3 } from './sdf3.ts';

/** Written for this test in the form of https://www.es.ele.tue.nl/sdf3/manuals/xml/sdf: a decoder with the rates and times of h263decoder. */
const DECODER = `<?xml version="1.0" encoding="UTF-8"?>
<!-- <sdf> in a comment -->
<sdf3 type="sdf" version="1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <applicationGraph name='decoder'>
    <sdf name="decoder" type="G">
      <actor name="vld" type="A0">
        <port name="p0" type="out" rate="594"/><port name="p1" type="in" rate="1"/><port name="p2" type="out" rate="1"/>
      </actor>
      <actor name="iq" type="A1">
        <port name="p0" type="in" rate="1"/><port name="p1" type="out" rate="1"/>
        <port name="p2" type="in" rate="1"/><port name="p3" type="out" rate="1"/>
      </actor>
      <actor name="mc" type="A3"><port name="p0" type="in" rate="594"/></actor>
      <channel name="a" srcActor="vld" srcPort="p0" dstActor="iq" dstPort="p0"/>
      <channel name="b" srcActor="iq" srcPort="p1" dstActor="mc" dstPort="p0"/>
      <channel name="vv" srcActor="vld" srcPort="p2" dstActor="vld" dstPort="p1" initialTokens='1'/>
      <channel name="ii" srcActor="iq" srcPort="p3" dstActor="iq" dstPort="p2" initialTokens='2'/>
    </sdf>
    <sdfProperties>
      <actorProperties actor="vld">
        <processor type="arm" default="true"><executionTime time="26018"/><memory><stateSize max="1"/></memory></processor>
        <processor type="encoder"><executionTime time="13009"/></processor>
      </actorProperties>
      <actorProperties actor="iq"><processor type="arm" default="true"><executionTime time="559"/></processor></actorProperties>
      <actorProperties actor="mc"><processor type="arm" default="true"><executionTime time="10958"/></processor></actorProperties>
      <channelProperties channel="a"><bufferSize sz="1188"/><tokenSize sz="512"/></channelProperties>
      <graphProperties><timeConstraints><throughput>0.1</throughput></timeConstraints></graphProperties>
    </sdfProperties>
  </applicationGraph>
</sdf3>`;

const read = (text: string, timeUnit?: number) => {
  const found = readSdf3(text, timeUnit);
  if (!found.ok) throw new Error(found.error);
  return found.value;
};
const refusal = (text: string) => {
  const found = readSdf3(text);
  return found.ok ? undefined : found.error;
};

/** Two actors and the channels between them, all times 1 or as given. */
const pair = (
  channels: string,
  times = ['1', '1'],
  ports = '',
) => `<sdf3 type="csdf"><applicationGraph name="pair"><csdf>
  <actor name="a"><port name="o" type="out" rate="2"/><port name="o2" type="out" rate="4"/><port name="x" type="out" rate="1,0,2*2"/>${ports}</actor>
  <actor name="b"><port name="i" type="in" rate="3"/><port name="i2" type="in" rate="6"/><port name="y" type="in" rate="1"/></actor>
  ${channels}</csdf><csdfProperties>${['a', 'b']
    .map(
      (id, i) =>
        `<actorProperties actor="${id}"><processor><executionTime time="${times[i]}"/></processor></actorProperties>`,
    )
    .join('')}</csdfProperties></applicationGraph></sdf3>`;
const channel = (name: string, from: string, to: string, more = '') =>
  `<channel name="${name}" srcActor="a" srcPort="${from}" dstActor="b" dstPort="${to}" ${more}/>`;

describe('a graph of SDF3', () => {
  it('becomes stages and links, its channels to itself the number of servers', () => {
    const { scenario } = read(DECODER, 2e-9);
    expect(parseScenario(scenario).ok).toBe(true);
    expect(findFaults(scenario).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(scenario.nodes.map((node) => (node.kind === 'stage' ? [node.id, node.serverCount] : []))).toEqual([
      ['vld', undefined],
      ['iq', 2],
      ['mc', 10_000],
    ]);
    expect(scenario.nodes[0]).toMatchObject({ service: { mean: 26018 * 2e-9 }, whenFull: 'blockBefore' });
    expect(scenario.links).toEqual([
      { from: 'vld', to: 'vld', initialTokens: 1 },
      { from: 'vld', to: 'iq', depth: 1188, produced: [594] },
      { from: 'iq', to: 'mc', consumed: [594] },
    ]);
  });

  it('tells what is left out and what is read in another way, also in its notes', () => {
    const { remarks, scenario } = read(DECODER);
    expect(remarks).toEqual([
      'One unit of time is taken as 1 s.',
      'Firings of mc overlap without limit in the file (no channel to itself); here 10000 at most.',
      'Channels without a buffer size have no bound here: 1. Where one end is faster they fill for ever; stagegraph size --depths finds the least depths.',
      'Left out: processors besides the default of vld (encoder).',
      'Left out: memory of vld.',
      'Left out: tokenSize of a.',
      'Left out: graph property timeConstraints.',
    ]);
    for (const remark of remarks) expect(scenario.notes).toContain(remark);
  });

  it('may be cyclo-static: rates and times by phase, 2*2 is 2 twice', () => {
    const { scenario } = read(pair(channel('c', 'x', 'y'), ['1,3', '5,5']));
    expect(scenario.links[1]).toEqual({ from: 'a', to: 'b', produced: [1, 0, 2, 2] });
    expect(scenario.nodes[0]).toMatchObject({ firingTimes: [1, 3], service: { mean: 2 } });
    expect(scenario.nodes[1]).not.toHaveProperty('firingTimes');
  });

  it('takes the last of several default processors, as SDF3 does, and says so', () => {
    const two = DECODER.replace('"encoder"', '"encoder" default="true"');
    const { scenario, remarks } = read(two);
    expect(scenario.nodes[0]).toMatchObject({ id: 'vld', service: { mean: 13_009 } });
    expect(remarks).toContain(
      'vld has several default processors; the times of the last count, as in SDF3: encoder.',
    );
    expect(read(DECODER).scenario.nodes[0]).toMatchObject({ service: { mean: 26_018 } });
    expect(read(DECODER).remarks.join()).not.toContain('several default');
  });

  it('has one link for channels side by side, of which one never waits longer', () => {
    const both =
      channel('tight', 'o', 'i', 'initialTokens="1"') + channel('loose', 'o2', 'i2', 'initialTokens="3"');
    const { scenario, remarks } = read(pair(both));
    expect(scenario.links.slice(1)).toEqual([
      { from: 'a', to: 'b', initialTokens: 1, produced: [2], consumed: [3] },
    ]);
    expect(remarks).toContain('Channel loose never waits longer than tight beside it; left out.');
    const other = channel('one', 'o', 'i') + channel('two', 'x', 'y');
    expect(refusal(pair(other))).toContain('channels "one" and "two" lead from "a" to "b"');
  });

  it('names rates that do not match with the two ways that disagree', () => {
    const back = `<channel name="back" srcActor="b" srcPort="q" dstActor="a" dstPort="p"/>`;
    const text = pair(
      channel('c', 'o', 'i') + back.replace('srcActor="b" srcPort="q"', 'srcActor="b" srcPort="q"'),
      ['1', '1'],
      '<port name="p" type="in" rate="1"/>',
    ).replace('<actor name="b">', '<actor name="b"><port name="q" type="out" rate="1"/>');
    const messages = findFaults(read(text).scenario).map(({ message }) => message);
    expect(messages.join()).toMatch(
      /The rates are inconsistent.*along a – b, by the link of 2 produced and 3 consumed, it is 2\/3, along a – b, by the link of 1 produced and 1 consumed, it is 1/,
    );
  });

  it('is refused with the line where it cannot be read', () => {
    expect(refusal('<sdf3 type="sadf"></sdf3>')).toContain(
      'line 1: expected a graph of type sdf or csdf, got "sadf"',
    );
    expect(refusal(DECODER.replace('time="559"', 'time="fast"'))).toBe(
      'line 24: expected a number or a list such as 1,0,2*3 as time, got "fast"',
    );
    expect(refusal(DECODER.replace('dstActor="mc"', 'dstActor="mx"'))).toBe(
      'line 15: there is no actor "mx"',
    );
    expect(refusal(DECODER.replace('srcPort="p1"', 'srcPort="p0"'))).toContain(
      'port "p0" of "iq" is no out port',
    );
    expect(
      refusal(DECODER.replace('<actorProperties actor="mc">', '<actorProperties actor="md">')),
    ).toContain('"mc" has no execution time');
    expect(refusal(DECODER.replace('</sdf>', ''))).toContain('ends no');
    expect(refusal(DECODER.replace('rate="594"', 'rate="9999999*1"'))).toContain('more than 1000000 phases');
    expect(refusal('<!DOCTYPE a [<!ENTITY b "c">]><sdf3/>')).toContain('document type');
    expect(refusal('<sdf3><a></b></sdf3>')).toBe('line 1: </b> ends no <b>');
    expect(refusal('<sdf3 <')).toContain('expected XML');
  });
});
