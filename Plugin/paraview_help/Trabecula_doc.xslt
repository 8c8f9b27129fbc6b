<xml>
    <proxy>
        <group>sources</group>
        <name>TopologyBenchmark</name>
        <label>Topology Benchmark</label>
        <documentation>
            <brief>Makes the mesh, supports and loads of a published topology optimization example, ready for Topology Optimize.</brief>
            <long>
        Makes the design domain of a published topology optimization example as a mesh of
        hexahedra, with the point arrays Supports (three 0/1 components: which displacement
        components are fixed) and Force (nodal forces), and the cell array DesignRegion (0 design,
        1 solid, 2 void). The filter Topology Optimize takes it as it is.

        The 3-D cantilever is the one of Ratnakar, Sanfui and Sharma, "GPU-based Element-by-Element
        Strategies for Accelerating Topology Optimization of 3D Continuum Structures Using
        Unstructured All-Hexahedral Mesh", section 5.1: length : width : height = 2 : 1 : 1, the
        face x = 0 fixed, a unit force in -z on each node of the lower edge of the opposite face.
        The paper optimizes it for a volume fraction of 0.3 with a minimum density of 0.1, p = 3,
        E = 1 and Poisson's ratio 0.3.
      </long>
        </documentation>
        <property>
            <name>Example</name>
            <label>Example</label>
            <documentation>
                <brief/>
                <long>The example to make. 3-D cantilever: a 2 : 1 : 1 beam, one end fixed, loaded
        along the lower edge of the other end (Ratnakar, Sanfui and Sharma, section
        5.1).</long>
            </documentation>
            <defaults>0</defaults>
            <domains>
                <domain>
                    <text>The value(s) is an enumeration of the following:</text>
                    <list>
                        <item>3-D cantilever (0)</item>
                    </list>
                </domain>
            </domains>
        </property>
        <property>
            <name>Resolution</name>
            <label>Resolution</label>
            <documentation>
                <brief/>
                <long>Number of elements n along the height; the cantilever has 2n x n x n. The
        paper's meshes CB1 to CB5 are n = 25, 35, 45, 60 and 80: 31,250, 85,750, 182,250, 432,000 and
        1,024,000 elements.</long>
            </documentation>
            <defaults>12</defaults>
            <domains>
  Value(s) must be in the range (
    1,
    ).
</domains>
        </property>
        <property>
            <name>ElementLength</name>
            <label>Element Length</label>
            <documentation>
                <brief/>
                <long>Edge length of an element, in your unit of length, above zero. Published
        compliances are for 1.</long>
            </documentation>
            <defaults>1.0</defaults>
            <domains>
  Value(s) must be in the range (
    0.0,
    ).
</domains>
        </property>
        <property>
            <name>NodalForce</name>
            <label>Nodal Force</label>
            <documentation>
                <brief/>
                <long>Force on each loaded node, in your unit of force; it acts in -z on the
        cantilever. The total load grows with the number of loaded nodes. Published compliances are
        for 1.</long>
            </documentation>
            <defaults>1.0</defaults>
            <domains>
  Value(s) must be in the range (
    ,
    ).
</domains>
        </property>
    </proxy>
    <proxy>
        <group>filters</group>
        <name>TopologyOptimize</name>
        <label>Topology Optimize</label>
        <property>
            <name>Input</name>
            <label>Input</label>
            <defaults/>
            <domains>
                <domain>
                    <text>Accepts input of following types:</text>
                    <list>
                        <item>vtkUnstructuredGrid</item>
                        <item>vtkImageData</item>
                    </list>
                </domain>
            </domains>
        </property>
    </proxy>
</xml>
